-- LISTEN on the channel of a ledger: its name is computed, and the statement itself takes only a written one.
create or replace function ledger.listen(p_ledger text) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
    execute format('listen %I', ledger.channel(p_ledger));
end
$$;
