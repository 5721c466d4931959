-- Locks the head of a chain until the transaction ends and says where it stands; no row where there is no such ledger.
create or replace function ledger.take(p_ledger text)
returns table (
    seq bigint, leaf_hash bytea, recorded_at timestamptz, build integer, clock timestamptz
)
language plpgsql volatile security definer rows 1
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_ledger = any (access.scope()) is not true then
        return;
    end if;
    -- A chain without events has no last instant: null, where the table says '-infinity'.
    select h.seq, h.leaf_hash, nullif(h.recorded_at, '-infinity'), h.build
    into take.seq, take.leaf_hash, take.recorded_at, take.build
    from ledger.head as h
    where h.ledger = p_ledger
    for update;
    if not found then
        return;
    end if;
    -- Read once the lock is held: now() is the transaction's start, and may lie before the last commit.
    take.clock := clock_timestamp();
    return next;
end
$$;
