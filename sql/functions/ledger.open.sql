-- Makes the head of a new chain, at seq 0 with the genesis hash; false where the ledger exists already.
create or replace function ledger.open(p_ledger text) returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_ledger !~ '^[a-z0-9][a-z0-9_-]{0,62}$' then
        raise exception 'a ledger''s name is up to 63 of a-z, 0-9, _ and -' using errcode = 'FL006';
    end if;
    if p_ledger = any (access.scope()) is not true then
        raise exception 'this ledger is not in scope' using errcode = 'FL006';
    end if;
    insert into ledger.head (ledger, seq, leaf_hash, recorded_at, build, command_key)
    values (
        p_ledger, 0, decode(repeat('00', 32), 'hex'), '-infinity', 1,
        -- 32 bytes from the server's strong random source, kept from everyone but the service.
        sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    )
    on conflict (ledger) do nothing;
    return found;
end
$$;
