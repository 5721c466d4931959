-- The rectangles of a fact, a row for each stretch of each version, or one for a version without any; in the order of record
-- time and of world time, after a given one.
select
    f.fact, f.from_seq, f.from_at, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.status, f.contested, s.place, s.starts, s.ends, s.definite,
    case when %(known)s::bigint is null or f.to_seq <= %(known)s then f.to_seq end as to_seq,
    case when %(known)s::bigint is null or f.to_seq <= %(known)s then f.to_at end as to_at
from (
    select v.* from read.version as v
    where v.ledger = %(ledger)s
        and v.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and v.fact between %(fact)s and %(fact)s
        and v.from_seq >= %(after_seq)s
        and (%(known)s::bigint is null or v.from_seq <= %(known)s)
    order by v.fact
) as f
cross join lateral (
    select each.place - 1 as place, each.starts, each.ends, each.definite
    from unnest(f.holds_from, f.holds_to, f.definite) with ordinality as each (starts, ends, definite, place)
    union all
    select 0, null, null, null
    where cardinality(f.holds_from) = 0
) as s
where (f.from_seq, s.place) > (%(after_seq)s::bigint, %(after_place)s::bigint)
    and (
        %(valid_at)s::timestamptz is null
        or (s.starts <= %(valid_at)s and (s.ends is null or %(valid_at)s < s.ends))
    )
order by f.from_seq, s.place
limit %(limit)s
