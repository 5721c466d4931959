-- The faults of a chain, a row each and none if there is none; an unknown or ungranted ledger is an error.
-- The query is that of sql/checks/verify_chain.sql, word for word: there it runs without anything of ours.
create or replace function audit.verify(p_ledger text) returns table (seq bigint, what text)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    if not exists (select from ledger.head as h where h.ledger = p_ledger) then
        raise exception 'there is no such ledger, or it is not granted' using errcode = 'FL006';
    end if;
    return query
    with committed as (
        select
            seq,
            string_agg(
                '"' || encode(sha256('factledger/part/v1\000'::bytea || salt || content), 'hex') || '"', ',' order by ord
            ) as commitments,
            min(ord) = 0 and max(ord) = count(*) - 1 and bool_and(octet_length(salt) = 32) as whole
        from ledger.part
        where ledger = p_ledger
        group by seq
    ),
    examined as (
        select
            event.seq, event.prev, event.leaf_hash, event.recorded_at,
            event.leaf_hash = sha256('\x00'::bytea || event.body) as hashed,
            substr(event.body, octet_length(event.body) - octet_length(columns.bytes) + 1) = columns.bytes as stated,
            coalesce(committed.whole, true) and substr(
                event.body,
                octet_length(event.body) - octet_length(columns.bytes) - octet_length(parts.bytes) + 1,
                octet_length(parts.bytes)
            ) = parts.bytes as kept
        from ledger.event
        left join committed using (seq)
        -- "offset 0": made once a row, however often it is named.
        cross join lateral (
            select convert_to(
                format(',"ledger":"%s","parts":[%s]', event.ledger, committed.commitments), 'UTF8'
            ) as bytes offset 0
        ) as parts
        cross join lateral (
            select convert_to(
                format(
                    ',"prev":"%s","recorded_at":"%s","seq":%s,"type":"%s","v":1}',
                    encode(event.prev, 'hex'),
                    to_char(event.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                    event.seq, event.type
                ), 'UTF8'
            ) as bytes offset 0
        ) as columns
        where event.ledger = p_ledger
        -- Made before the rows are put in order: a few columns are sorted then, and no bodies.
        offset 0
    ),
    judged as (
        select
            *,
            seq = lag(seq, 1, 0::bigint) over places + 1 as follows,
            prev = lag(leaf_hash, 1, decode(repeat('00', 32), 'hex')) over places as linked,
            recorded_at > lag(recorded_at, 1, '-infinity') over places as later
        from examined
        window places as (order by seq)
    )
    select judged.seq, rule.what
    from judged
    cross join lateral (
        values
        (follows, 'its position does not follow the one before it'),
        (linked, 'its prev is not the leaf_hash of the event before it'),
        (later, 'its recorded_at is not later than that of the event before it'),
        (hashed, 'its leaf_hash is not the hash of its body'),
        (stated, 'its body does not end with what its columns say'),
        (kept, 'its body does not name this ledger and commit to its parts as they are')
    ) as rule (holds, what)
    where (follows and linked and later and hashed and stated and kept) is not true and rule.holds is not true
    union all
    select distinct part.seq, 'it has parts and no event'
    from ledger.part
    where ledger = p_ledger
        and not exists (select from ledger.event where event.ledger = part.ledger and event.seq = part.seq)
    union all
    select head.seq, 'the head names another event as the last'
    from ledger.head
    left join lateral (
        select * from ledger.event where event.ledger = head.ledger order by event.seq desc limit 1
    ) as last on true
    where head.ledger = p_ledger
        and (head.seq, head.leaf_hash, head.recorded_at) is distinct from (last.seq, last.leaf_hash, last.recorded_at)
    union all
    select 0, 'there is no such ledger, or it is not granted'
    where not exists (select from ledger.head where ledger = p_ledger)
    order by 1, 2;
end
$$;
comment on function audit.verify(text) is
'The faults in the chain of a ledger: the position and what is wrong with it. No row means that the chain is sound.';
