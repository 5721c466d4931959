-- The name of a token by its id, for auditors, who may not read tokens: an id is known to who may read its events.
create or replace function access.actor_name(p_token text) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
begin atomic
    select t.name from access.token as t where t.id = p_token;
end;
comment on function access.actor_name(text) is
'The name of the token of this id, as events carry it; null where there is no such token.';
