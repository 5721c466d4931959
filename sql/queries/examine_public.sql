-- What PUBLIC may do in this database beyond connecting to it: on the database, its schemas, our tables and functions.
with granted as (
    select 'database' as kind, d.datname::text as name, acl.grantee, acl.privilege_type
    from pg_catalog.pg_database as d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) as acl
    where d.datname = current_database() and acl.privilege_type <> 'CONNECT'
    union all
    select 'schema', n.nspname, acl.grantee, acl.privilege_type
    from pg_catalog.pg_namespace as n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) as acl
    where n.nspname in ('ledger', 'read', 'access', 'audit', 'search', 'migration')
        or n.nspname = 'public' and acl.privilege_type = 'CREATE'
    union all
    select 'table', format('%s.%s', n.nspname, c.relname), acl.grantee, acl.privilege_type
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace,
    aclexplode(c.relacl) as acl
    where n.nspname in ('ledger', 'read', 'access', 'audit', 'search', 'migration')
    union all
    select 'function', format('%s.%s', n.nspname, p.proname), acl.grantee, acl.privilege_type
    from pg_catalog.pg_proc as p
    join pg_catalog.pg_namespace as n on n.oid = p.pronamespace,
    aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
    where n.nspname in ('ledger', 'read', 'access', 'audit', 'search', 'migration')
)
select kind, name, string_agg(privilege_type, ', ' order by privilege_type) as privileges
from granted
where grantee = 0
group by kind, name
order by kind, name
