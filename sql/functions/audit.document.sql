-- Stored bytes as a JSON document, or null where they are none: one bad row must not hide the others.
create or replace function audit.document(p_bytes bytea) returns jsonb
language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
begin
    return convert_from(p_bytes, 'UTF8')::jsonb;
exception
    when data_exception then
        return null;
end
$$;
comment on function audit.document(bytea) is
'Stored bytes (a body or the content of a part) as a JSON document; null where they are none.';
