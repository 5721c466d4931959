-- What stands in this database and who may do what, a line each: psql -X -A -t -f catalogue.sql
-- catalogue.txt beside this file is what it must print, whatever the database, its owner and its logins are called.
with schema as (
    select oid, nspname::text as name, nspowner as owner, coalesce(nspacl, acldefault('n', nspowner)) as acl
    from pg_namespace
    where nspname in ('ledger', 'read', 'access', 'audit', 'migration')
),
relation as (
    select
        c.*, c.oid::regclass::text as name, coalesce(c.relacl, acldefault('r', c.relowner)) as acl,
        case when relispartition then parent.inhparent else c.oid end::regclass::text as whole
    from pg_class as c
    join schema on schema.oid = c.relnamespace
    left join pg_inherits as parent on parent.inhrelid = c.oid
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
),
function as (
    select
        p.*, coalesce(p.proacl, acldefault('f', p.proowner)) as acl,
        format('%s.%s(%s)', schema.name, p.proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc as p
    join schema on schema.oid = p.pronamespace
),
granting as (
    select 'schema' as kind, name, owner, acl from schema
    union all
    select 'relation', name, relowner, acl from relation
    union all
    select 'function', name, proowner, acl from function
    union all
    select 'column', format('%s.%s', relation.name, a.attname), relation.relowner, a.attacl
    from pg_attribute as a
    join relation on relation.oid = a.attrelid
    union all
    select 'database', 'itself', datdba, coalesce(datacl, acldefault('d', datdba))
    from pg_database
    where datname = current_database()
),
-- The bookkeeping of migrations belongs to whoever migrates, under whatever name.
named as (
    select r.*, case when schema.oid is null then r.rolname else 'the administrator' end as name
    from pg_roles as r
    left join schema on schema.owner = r.oid and schema.name = 'migration'
),
line as (
    select format('schema %s: owner %s', schema.name, named.name) as text
    from schema
    join named on named.oid = schema.owner
    union all
    select format(
        'relation %s: kind %s, owner %s, row security enabled %s, forced %s, options %s',
        relation.name, relkind, named.name, relrowsecurity, relforcerowsecurity, coalesce(reloptions, '{}')
    )
    from relation
    join named on named.oid = relation.relowner
    where not relispartition
    union all
    select format(
        'children of %s: %s, owner %s, row security enabled %s, forced %s', i.inhparent::regclass, count(*),
        string_agg(distinct named.name, ', '), bool_and(child.relrowsecurity), bool_and(child.relforcerowsecurity)
    )
    from pg_inherits as i
    join relation on relation.oid = i.inhparent
    join pg_class as child on child.oid = i.inhrelid
    join named on named.oid = child.relowner
    group by i.inhparent
    union all
    select format('key of %s: %s', relation.name, pg_get_constraintdef(c.oid))
    from pg_constraint as c
    join relation on relation.oid = c.conrelid
    where c.contype in ('p', 'u', 'f') and not relation.relispartition
    union all
    select format(
        'policy %s on %s: permissive %s, command %s, to %s, using %s, check %s',
        p.polname, relation.name, p.polpermissive, p.polcmd,
        (
            select string_agg(coalesce(named.name, 'PUBLIC'), ', ' order by named.name)
            from unnest(p.polroles) as r
            left join named on named.oid = r
        ),
        regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\s+', ' ', 'g'),
        coalesce(regexp_replace(pg_get_expr(p.polwithcheck, p.polrelid), '\s+', ' ', 'g'), 'none')
    )
    from pg_policy as p
    join relation on relation.oid = p.polrelid
    union all
    select format('trigger, %s times, enabled %s: %s', count(*), t.tgenabled, made.definition)
    from pg_trigger as t
    join relation on relation.oid = t.tgrelid
    cross join lateral replace(pg_get_triggerdef(t.oid), ' ON ' || name, ' ON ' || whole) as made (definition)
    where not t.tgisinternal
    group by t.tgenabled, made.definition
    union all
    select format('rule on %s: %s', relation.name, r.rulename)
    from pg_rewrite as r
    join relation on relation.oid = r.ev_class
    where r.rulename <> '_RETURN'
    union all
    select format(
        'function %s: owner %s, definer %s, settings %s',
        function.name, named.name, prosecdef, coalesce(proconfig, '{}')
    )
    from function
    join named on named.oid = function.proowner
    union all
    select format(
        'grant on %s %s to %s: %s%s', granting.kind, granting.name, coalesce(named.name, 'PUBLIC'),
        string_agg(held.privilege_type, ', ' order by held.privilege_type),
        case when held.is_grantable then ', to be granted on' end
    )
    from granting
    cross join aclexplode(granting.acl) as held
    left join named on named.oid = held.grantee
    where held.grantee <> granting.owner
    group by granting.kind, granting.name, named.name, held.is_grantable
    union all
    select format(
        'role %s: superuser %s, createrole %s, createdb %s, login %s, replication %s, bypassrls %s',
        name, rolsuper, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls
    )
    from named
    where name ~ '^factledger_(owner|app|auditor|eraser|doorkeeper|service)$'
    union all
    select distinct format('member of %s: %s', role.name, named.name)
    from pg_auth_members as m
    join named as role on role.oid = m.roleid and role.name ~ '^factledger_(owner|app|auditor|eraser|doorkeeper)$'
    join named on named.oid = m.member and not named.rolsuper and named.name <> 'the administrator'
    where (role.name, named.name !~ '^factledger_audit_') is distinct from ('factledger_auditor', false)
)
select text from line order by text collate "C";
