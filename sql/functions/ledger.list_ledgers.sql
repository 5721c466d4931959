-- Every ledger's name, in order, after a given one: for tokens that are granted every ledger.
create or replace function ledger.list_ledgers(p_after text, p_limit integer) returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
begin atomic
    select h.ledger from ledger.head as h
    where h.ledger > p_after collate "C"
    order by h.ledger collate "C"
    limit p_limit;
end;
