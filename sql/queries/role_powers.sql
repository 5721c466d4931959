-- Whether the current role could go round row-level security: superuser, exempt, or acting for the owner.
select
    r.rolsuper,
    r.rolbypassrls,
    exists (select from pg_roles where rolname = 'factledger_owner' and pg_has_role(r.oid, oid, 'member'))
from pg_roles as r
where r.rolname = current_user
