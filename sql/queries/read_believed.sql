-- The facts of one subject's predicate that were visible at a record time, a position or an instant, and held at a world time, which
-- is that instant where none is given; so many at most, in no order, each with the head and the position before it, or these alone.
-- One statement that sets the scope for itself, as read_current, and finds the position as read_position does: the facts could not be
-- asked for before it is known. A range of one key, and its index's order: see load_claims.
select
    p.known, p.known_at, h.seq, h.clock,
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
cross join lateral (
    select
        coalesce(
            case
                when found.command ->> 'i' = found.command ->> 'n' then found.seq
                else found.seq - (found.command ->> 'i')::bigint
            end, 0
        ) as known,
        coalesce(%(instant)s::timestamptz, found.recorded_at) as known_at,
        coalesce(%(valid_at)s::timestamptz, %(instant)s::timestamptz, found.recorded_at, h.clock) as valid_at
    from (select) as always
    left join lateral (
        select each.seq as asked
        from ledger.event as each
        where each.ledger = %(ledger)s and each.recorded_at <= %(instant)s and each.seq <= h.seq
        order by each.recorded_at desc, each.seq desc
        limit 1
    ) as by_then on true
    left join lateral (
        select e.seq, e.recorded_at, convert_from(e.body, 'UTF8')::json -> 'command' as command
        from ledger.event as e
        where e.ledger = %(ledger)s and e.seq <= h.seq
            and e.seq <= case when %(instant)s is null then %(seq)s::bigint else by_then.asked end
        order by e.seq desc
        limit 1
    ) as found on true
    offset 0
) as p
left join lateral (
    select
        v.*,
        case when coalesce(p.valid_at < v.holds_to[width_bucket(p.valid_at, v.holds_from)], true)
            then v.definite[width_bucket(p.valid_at, v.holds_from)]
        end as is_definite
    from read.version as v
    where v.ledger = %(ledger)s and v.build = h.build
        and (v.subject_key, v.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
        and (v.subject_key, v.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
        and v.from_seq <= p.known and (v.to_seq is null or v.to_seq > p.known)
    order by v.subject_key, v.predicate_key
) as f on f.status = any (audit.visible_statuses()) and f.is_definite is not null
limit %(limit)s
