-- The last event of the last command that was whole by a position or by an instant, 0 where there was none, and the instant that
-- is meant; with the head beside it. A command's events are one step: from among them one steps back. It sets the scope for
-- itself: see read_current.
with scope as materialized (
    select set_config('factledger.ledgers', %(ledger)s, true) as ledger
)
select
    coalesce(
        case
            when found.command ->> 'i' = found.command ->> 'n' then found.seq
            else found.seq - (found.command ->> 'i')::bigint
        end, 0
    ) as known,
    coalesce(%(instant)s::timestamptz, found.recorded_at) as known_at,
    h.seq, greatest(now(), h.recorded_at) as clock
from scope
cross join lateral (
    select each.seq, each.recorded_at
    from ledger.head as each
    where each.ledger = scope.ledger
    limit 1
) as h
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
