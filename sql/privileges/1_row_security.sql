-- Row-level security, forced, on every table with a ledger column; every policy names its role.
-- Partitions have no policy: nobody reads them but through their parent, whose policies then apply.
do $$
declare
    guarded record;
    -- Within coalesce the condition is a filter and no key of an index, and is not taken into account
    -- twice beside the one that every statement of the service has on the ledger.
    scoped constant text := 'coalesce(ledger = any ((select access.scope())::text[]), false)';
    granted constant text :=
        'ledger in (select l.ledger from access.auditor_ledger as l where l.login = session_user)';
begin
    for guarded in
        select n.nspname as schema, c.relname as name, c.relispartition as is_partition
        from pg_catalog.pg_class as c
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attname = 'ledger'
        where n.nspname in ('ledger', 'read', 'access', 'search') and c.relkind in ('r', 'p')
    loop
        execute format('alter table %I.%I enable row level security', guarded.schema, guarded.name);
        execute format('alter table %I.%I force row level security', guarded.schema, guarded.name);
        continue when guarded.is_partition;

        execute format('drop policy if exists owner on %I.%I', guarded.schema, guarded.name);
        execute format(
            'create policy owner on %I.%I to factledger_owner using (true) with check (true)',
            guarded.schema, guarded.name
        );
        execute format('drop policy if exists app on %I.%I', guarded.schema, guarded.name);
        execute format('drop policy if exists auditor on %I.%I', guarded.schema, guarded.name);
        execute format('drop policy if exists doorkeeper on %I.%I', guarded.schema, guarded.name);
        if guarded.name = 'auditor_ledger' then
            execute format(
                'create policy auditor on %I.%I for select to factledger_auditor using (login = session_user)',
                guarded.schema, guarded.name
            );
            continue;
        end if;
        execute format(
            'create policy app on %I.%I to factledger_app using (%s) with check (%s)',
            guarded.schema, guarded.name, scoped, scoped
        );
        execute format(
            'create policy auditor on %I.%I for select to factledger_auditor using (%s)',
            guarded.schema, guarded.name, granted
        );
    end loop;
end
$$;

-- Whoever makes auditors' logins maps them to ledgers and must know that these exist, whatever is in scope.
create policy doorkeeper on access.auditor_ledger to factledger_doorkeeper using (true) with check (true);
create policy doorkeeper on ledger.head for select to factledger_doorkeeper using (true);
