-- One fact as of both times, whatever its status; one that has joined another is answered by that one.
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, held.definite
from (select h.build from ledger.head as h where h.ledger = %(ledger)s) as live
cross join lateral (
    select %(fact)s::bigint as id, 1 as place
    union all
    -- A fact that joined another has no version any more: its first claim tells which one.
    select c.fact, 2
    from read.claim as c
    where c.ledger = %(ledger)s and c.build = live.build and c.seq between %(fact)s and %(fact)s
        and (
            select true from read.history as was
            where was.ledger = %(ledger)s and was.build = live.build and was.fact between %(fact)s and %(fact)s
            order by was.fact
            limit 1
        )
) as named
cross join lateral (
    select v.* from read.version as v
    where v.ledger = %(ledger)s and v.build = live.build and v.fact between named.id and named.id
        and (%(past)s or not v.over)
        and (%(known)s::bigint is null or (v.from_seq <= %(known)s and (v.to_seq is null or v.to_seq > %(known)s)))
    order by v.fact
    limit 1
) as f
cross join lateral (
    select coalesce(%(valid_at)s::timestamptz, greatest(now(), h.recorded_at)) as instant
    from ledger.head as h
    where h.ledger = %(ledger)s
) as at
left join lateral (
    select s.definite
    from unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
    where s.starts <= at.instant and (s.ends is null or at.instant < s.ends)
    limit 1
) as held on true
order by named.place
limit 1
