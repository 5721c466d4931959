-- The last event of the last command that was whole by a position or by an instant, 0 where there was none, and when that was
-- recorded; with the head beside it. A command's events are one step: from among them one steps back.
select
    coalesce(whole.seq, 0) as known, last.recorded_at as known_at,
    h.seq as head, h.recorded_at as head_at, greatest(now(), h.recorded_at) as clock
from ledger.head as h
left join lateral (
    select e.seq, audit.document(e.body) -> 'command' as command
    from ledger.event as e
    where e.ledger = %(ledger)s
        and (%(seq)s::bigint is null or e.seq <= %(seq)s)
        and (
            %(instant)s::timestamptz is null or e.seq <= (
                select t.seq from ledger.event as t
                where t.ledger = %(ledger)s and t.recorded_at <= %(instant)s
                order by t.recorded_at desc
                limit 1
            )
        )
    order by e.seq desc
    limit 1
) as found on true
left join lateral (
    select case
        when found.command ->> 'i' = found.command ->> 'n' then found.seq
        else found.seq - (found.command ->> 'i')::bigint
    end as seq
) as whole on true
left join ledger.event as last on last.ledger = %(ledger)s and last.seq = whole.seq
where h.ledger = %(ledger)s
