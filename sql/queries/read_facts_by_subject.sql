-- Facts of one subject in the order of their ids, after a given one, as of both times. A range of one key, and its index's
-- order: see load_claims. They are found first and ordered then, since their index has them by predicate.
with found as materialized (
    select f.*
    from read.version as f
    where f.ledger = %(ledger)s
        and f.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and f.subject_key between %(subject)s and %(subject)s
        and f.fact > %(after)s
        and (%(past)s or not f.over)
        and (%(known)s::bigint is null or (f.from_seq <= %(known)s and (f.to_seq is null or f.to_seq > %(known)s)))
        and f.status = any (%(statuses)s)
        and (%(object)s::bytea is null or f.object_key = %(object)s)
    order by f.subject_key, f.predicate_key
)
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, held.definite
from found as f
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
where (%(whenever)s or held.definite is not null)
    and (
        %(definite)s::boolean is null or held.definite = %(definite)s
        or (%(whenever)s and %(definite)s = any (f.definite))
    )
    and (
        %(source)s::bytea is null
        or f.sources && %(spellings)s::text[]
        -- What claims carry is known as it is now: of the past they are asked where a version has not all of its sources.
        or (not %(past)s or cardinality(f.sources) = %(sources_max)s) and (
            select true from read.claim as c
            where c.ledger = %(ledger)s and c.build = f.build
                and (c.source_key, c.fact) >= (%(source)s::bytea, f.fact)
                and (c.source_key, c.fact) <= (%(source)s::bytea, f.fact)
                and (%(past)s or not c.retracted) and c.seq <= coalesce(%(known)s::bigint, c.seq)
            order by c.source_key, c.fact, c.seq
            limit 1
        )
    )
order by f.fact
limit %(limit)s
