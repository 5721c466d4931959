-- Tables with a ledger column whose row-level security is not forced, or that have a policy for PUBLIC.
select format('%I.%I', n.nspname, c.relname) as name
from pg_catalog.pg_class as c
join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attname = 'ledger'
where n.nspname in ('ledger', 'read', 'access', 'search') and c.relkind in ('r', 'p')
    and (
        not c.relrowsecurity or not c.relforcerowsecurity
        or exists (
            select from pg_catalog.pg_policy as p where p.polrelid = c.oid and 0::oid = any (p.polroles)
        )
    )
order by name
