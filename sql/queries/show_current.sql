-- The same as read_current, and a mark of each value for these readers, in the same round trip: see mark_shown. Nobody is marked where
-- there are as many as are asked for, since it is not known yet which of them will be told, nor where the head has not come to the
-- position that the answer must have seen, since nothing is told then. The line is that of domain.keys.
with found as materialized (
    select
        h.seq, h.clock,
        f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
        f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
        f.claims, f.sources, f.valid, f.strength, f.is_definite
    from (select set_config('factledger.ledgers', %(ledger)s, true) as ledger offset 0) as scope
    cross join lateral (
        select each.build, each.seq, greatest(now(), each.recorded_at) as clock
        from ledger.head as each
        where each.ledger = scope.ledger
        limit 1
    ) as h
    left join lateral (
        select
            each.*,
            -- Stretches lie one after another: the last that begins by then is the only one that can hold.
            case when coalesce(h.clock < each.holds_to[width_bucket(h.clock, each.holds_from)], true)
                then each.definite[width_bucket(h.clock, each.holds_from)]
            end as is_definite
        from read.fact as each
        where each.ledger = %(ledger)s and each.build = h.build
            and (each.subject_key, each.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
            and (each.subject_key, each.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
        order by each.subject_key, each.predicate_key
    ) as f on f.status = any (audit.visible_statuses()) and f.is_definite is not null
    limit %(limit)s
),
marked as (
    insert into access.shown (ledger, reader, line, shown_at)
    select
        %(ledger)s, r.reader,
        sha256(
            'factledger/key/v1'::bytea || int8send(4) || 'line'::bytea
            || int8send(64) || encode(f.subject_key, 'hex')::bytea
            || int8send(64) || encode(f.predicate_key, 'hex')::bytea
            || int8send(64) || encode(f.object_key, 'hex')::bytea
        ) as line,
        clock_timestamp()
    from found as f
    -- No answer waits for the disk.
    cross join (select set_config('synchronous_commit', 'off', true)) as relaxed
    cross join unnest(%(readers)s::text[]) as r (reader)
    where f.fact is not null and f.seq >= %(least)s and (select count(*) from found) < %(limit)s
    -- Facts of one value may hold at once, where it is not known how long one did.
    group by r.reader, line
    order by r.reader, line
    on conflict (ledger, reader, line) do update set shown_at = excluded.shown_at
)
select found.* from found
