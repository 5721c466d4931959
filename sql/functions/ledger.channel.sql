-- The notification channel of a ledger: within the length of an identifier, and naming no ledger to whoever listens.
create or replace function ledger.channel(p_ledger text) returns text
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
return 'ledger_' || left(encode(sha256(convert_to(p_ledger, 'UTF8')), 'hex'), 40);
