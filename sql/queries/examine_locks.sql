-- Whether PUBLIC may take advisory locks or make large objects, which the embedded server keeps from everybody.
select coalesce(bool_or(acl.grantee = 0), false) as public
from pg_catalog.pg_proc as p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
where p.pronamespace = 'pg_catalog'::regnamespace
    and p.proname in ('pg_advisory_lock', 'pg_advisory_xact_lock', 'pg_try_advisory_lock', 'lo_create', 'lo_creat')
