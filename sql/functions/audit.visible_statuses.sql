-- The statuses of facts that are shown to whoever asks what holds; the domain's is_visible admits the same.
create or replace function audit.visible_statuses() returns text[]
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
return array['active', 'contested'];

comment on function audit.visible_statuses() is 'The statuses of facts that are current.';
