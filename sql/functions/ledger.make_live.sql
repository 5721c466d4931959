-- Lets a build that this session has made take the place of the live one, at the same position; returns the build that it replaces,
-- which is this session's to delete from then on. The head stays locked until the transaction ends.
create or replace function ledger.make_live(p_ledger text, p_build integer) returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    head record;
begin
    if p_ledger = any (access.scope()) is not true then
        raise exception 'this ledger is not in scope' using errcode = 'FL006';
    end if;
    select h.seq, h.build into head from ledger.head as h where h.ledger = p_ledger for update;
    -- Two sessions never have one pid, and whoever takes over a build of a session that is gone names itself in it.
    update ledger.build as b set build = head.build
    where b.ledger = p_ledger and b.build = p_build and b.pid = pg_backend_pid() and b.seq = head.seq
        and b.build <> head.build;
    if not found then
        raise exception 'this build is not made by this session up to the head' using errcode = 'FL010';
    end if;
    update ledger.head as h set build = p_build where h.ledger = p_ledger;
    return head.build;
end
$$;
