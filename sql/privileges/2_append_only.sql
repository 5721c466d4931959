-- Statement triggers on events, parts and commands and on each partition of them: no UPDATE, DELETE or TRUNCATE.
do $$
declare
    kept record;
begin
    for kept in
        select c.oid::regclass as name
        from pg_catalog.pg_class as c
        where c.relnamespace = 'ledger'::regnamespace
            and c.relname ~ '^(event|part|command)(_[0-9]+)?$' and c.relkind in ('r', 'p')
    loop
        execute format(
            'create or replace trigger append_only before update or delete or truncate on %s '
            'for each statement execute function ledger.refuse_change()', kept.name
        );
    end loop;
end
$$;
