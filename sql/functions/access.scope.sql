-- The ledgers that this transaction may touch, as the service has set them; none when nothing was set.
-- It guards against mistakes of the service, not against SQL run as the service's role, which can set it.
-- What it calls is settled when it is made, so it needs no search_path of its own; with one, no statement could take its body in
-- for a call, and each calls it once for every table.
create or replace function access.scope() returns text[]
language sql stable parallel safe
return pg_catalog.string_to_array(
    nullif(pg_catalog.current_setting('factledger.ledgers', true), ''), ','
);
