-- Facts that a source supports now, in the order of their ids, after a given one, as of a world time. A range of one key, and its
-- index's order: see load_claims.
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, held.definite
from (
    select c.source_key, c.fact, c.build
    from read.claim as c
    where c.ledger = %(ledger)s
        and c.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and c.source_key between %(source)s and %(source)s
        and c.fact > %(after)s
        and not c.retracted
    group by c.source_key, c.fact, c.build
    order by c.source_key, c.fact
) as named
cross join lateral (
    select each.* from read.fact as each
    where each.ledger = %(ledger)s and each.build = named.build and each.fact between named.fact and named.fact
    order by each.fact
    limit 1
) as f
cross join lateral (
    select case when not %(whenever)s then coalesce(%(valid_at)s::timestamptz, greatest(now(), h.recorded_at)) end as instant
    from ledger.head as h
    where h.ledger = %(ledger)s
) as at
left join lateral (
    select s.definite
    from unnest(f.holds_from, f.holds_to, f.definite) as s (starts, ends, definite)
    where s.starts <= at.instant and (s.ends is null or at.instant < s.ends)
    limit 1
) as held on true
where f.status = any (%(statuses)s)
    and (%(whenever)s or held.definite is not null)
    and (
        %(definite)s::boolean is null or held.definite = %(definite)s
        or (%(whenever)s and %(definite)s = any (f.definite))
    )
order by named.source_key, named.fact
limit %(limit)s
