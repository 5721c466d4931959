-- Deletes rows of a build that this session owns and that is not live, at most so many; returns how many, 0 where none is left.
create or replace function ledger.clear_build(p_ledger text, p_build integer, p_rows integer) returns integer
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
    cleared integer := 0;
    deleted integer;
    derived record;
begin
    if not exists (
        select from ledger.build as b
        join ledger.head as h on h.ledger = b.ledger and h.build <> b.build
        where b.ledger = p_ledger and b.build = p_build and b.pid = pg_backend_pid()
    ) then
        raise exception 'this build is live, or not this session''s to delete' using errcode = 'FL010';
    end if;
    for derived in
        select c.oid::regclass as name
        from pg_class as c
        join pg_attribute as a on a.attrelid = c.oid and a.attname = 'build'
        where c.relnamespace = 'read'::regnamespace and c.relkind = 'p'
        order by c.relname
    loop
        exit when cleared >= p_rows;
        -- By where they lie, since a delete can't say how many; whatever index finds them begins with ledger and build.
        execute format(
            'delete from %1$s as t using (
                select each.tableoid, each.ctid from %1$s as each where each.ledger = $1 and each.build = $2 limit $3
            ) as found
            where t.ledger = $1 and t.tableoid = found.tableoid and t.ctid = found.ctid', derived.name
        )
        using p_ledger, p_build, p_rows - cleared;
        get diagnostics deleted = row_count;
        cleared := cleared + deleted;
    end loop;
    return cleared;
end
$$;
