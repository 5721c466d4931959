-- The rectangles of a fact, a row for each stretch of each version, or one for a version without any; in the order of record
-- time and of world time, after a given one.
with live as materialized (
    select h.build from ledger.head as h where h.ledger = %(ledger)s
),
version as materialized (
    select v.*
    from live
    cross join lateral (
        (
            select each.* from read.history as each
            where each.ledger = %(ledger)s and each.build = live.build
                and (each.fact, each.from_seq) >= (%(fact)s::bigint, %(after_seq)s::bigint)
                and (each.fact, each.from_seq) <= (%(fact)s::bigint, coalesce(%(known)s::bigint, %(seq_max)s::bigint))
            order by each.fact, each.from_seq
            -- Each has a row at least, and of the first one may be past it; or none may be asked for.
            limit case when %(valid_at)s::timestamptz is null then %(limit)s::bigint + 1 end
        )
        union all
        (
            select each.* from read.fact as each
            where each.ledger = %(ledger)s and each.build = live.build and each.fact between %(fact)s and %(fact)s
                and each.from_seq <= coalesce(%(known)s::bigint, each.from_seq)
            order by each.fact
            limit 1
        )
    ) as v
)
select
    f.fact, f.from_seq, f.from_at, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.status, f.contested, s.place, s.starts, s.ends, s.definite,
    case when %(known)s::bigint is null or f.to_seq <= %(known)s then f.to_seq end as to_seq,
    case when %(known)s::bigint is null or f.to_seq <= %(known)s then f.to_at end as to_at
from version as f
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
