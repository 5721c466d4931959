-- The first facts of one subject's predicate, after a given one, in no order, as of both times, each with the head before it; the
-- head alone where there is none. It sets the scope for itself: see read_current. A range of one key, and its index's order:
-- see load_claims. They are found first and ordered then, since their index has them by object.
with scope as materialized (
    select set_config('factledger.ledgers', %(ledger)s, true) as ledger
)
select
    h.seq, h.clock,
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, f.is_definite
from scope
cross join lateral (
    select each.build, each.seq, greatest(now(), each.recorded_at) as clock
    from ledger.head as each
    where each.ledger = scope.ledger
    limit 1
) as h
left join lateral (
    select v.*, held.definite as is_definite
    from (
        select each.* from read.version as each
        where each.ledger = %(ledger)s and each.build = h.build
            and (each.subject_key, each.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
            and (each.subject_key, each.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
            and each.fact > %(after)s
            and (%(past)s or not each.over)
            and (
                %(known)s::bigint is null
                or (each.from_seq <= %(known)s and (each.to_seq is null or each.to_seq > %(known)s))
            )
        order by each.subject_key, each.predicate_key
    ) as v
    left join lateral (
        select s.definite
        from unnest(v.holds_from, v.holds_to, v.definite) as s (starts, ends, definite)
        where not %(whenever)s and s.starts <= coalesce(%(valid_at)s::timestamptz, h.clock)
            and (s.ends is null or coalesce(%(valid_at)s::timestamptz, h.clock) < s.ends)
        limit 1
    ) as held on true
    where v.status = any (%(statuses)s)
        and (%(object)s::bytea is null or v.object_key = %(object)s)
        and (%(whenever)s or held.definite is not null)
        and (
            %(definite)s::boolean is null or held.definite = %(definite)s
            or (%(whenever)s and %(definite)s = any (v.definite))
        )
        and (
            %(source)s::bytea is null
            or v.sources && %(spellings)s::text[]
            -- What claims carry is known as it is now: of the past they are asked where a version has not all of its sources.
            or (not %(past)s or cardinality(v.sources) = %(sources_max)s) and (
                select true from read.claim as c
                where c.ledger = %(ledger)s and c.build = h.build
                    and (c.source_key, c.fact) >= (%(source)s::bytea, v.fact)
                    and (c.source_key, c.fact) <= (%(source)s::bytea, v.fact)
                    and (%(past)s or not c.retracted) and c.seq <= coalesce(%(known)s::bigint, c.seq)
                order by c.source_key, c.fact, c.seq
                limit 1
            )
        )
    order by v.fact
    limit %(limit)s
) as f on true
