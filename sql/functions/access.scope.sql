-- The ledgers that this transaction may touch, as the service has set them; none when nothing was set.
-- It guards against mistakes of the service, not against SQL run as the service's role, which can set it.
create or replace function access.scope() returns text[]
language sql stable parallel safe
set search_path = pg_catalog, pg_temp
return pg_catalog.string_to_array(
    nullif(pg_catalog.current_setting('factledger.ledgers', true), ''), ','
);
