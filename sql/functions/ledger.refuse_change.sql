-- Trigger: what has been appended is neither changed nor removed.
create or replace function ledger.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception '% on %.% is refused: the ledger is append-only', tg_op, tg_table_schema, tg_table_name
    using errcode = 'FL007';
end
$$;
