-- The first facts of one subject's predicate as they stand, after a given one, in no order, each with the head before it; the head
-- alone where there is none. Asked oftener than all else, so it is one statement that sets the scope for itself: each
-- step follows from the one before, and no row is looked at before the scope is set. A range of one key, and its index's order:
-- see load_claims.
with scope as materialized (
    select set_config('factledger.ledgers', %(ledger)s, true) as ledger
)
select
    h.seq, h.leaf_hash, h.recorded_at, h.clock,
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, f.is_definite
from scope
cross join lateral (
    select each.build, each.seq, each.leaf_hash, each.recorded_at, greatest(now(), each.recorded_at) as clock
    from ledger.head as each
    where each.ledger = scope.ledger
    limit 1
) as h
left join lateral (
    select found.*, held.definite as is_definite
    from (
        select
            each.fact, each.from_seq, each.from_at, each.status, each.contested, each.rivals, each.subject, each.predicate,
            each.object_kind, each.object_text, each.object_unit, each.subject_key, each.predicate_key, each.object_key,
            each.claims, each.sources, each.valid, each.strength, each.holds_from, each.holds_to, each.definite
        from read.fact as each
        where each.ledger = %(ledger)s and each.build = h.build
            and (each.subject_key, each.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
            and (each.subject_key, each.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
            and each.fact > %(after)s
        order by each.subject_key, each.predicate_key
    ) as found
    left join lateral (
        select s.definite
        from unnest(found.holds_from, found.holds_to, found.definite) as s (starts, ends, definite)
        where not %(whenever)s and s.starts <= coalesce(%(valid_at)s::timestamptz, h.clock)
            and (s.ends is null or coalesce(%(valid_at)s::timestamptz, h.clock) < s.ends)
        limit 1
    ) as held on true
    where found.status = any (%(statuses)s)
        and (%(object)s::bytea is null or found.object_key = %(object)s)
        and (%(whenever)s or held.definite is not null)
        and (
            %(definite)s::boolean is null or held.definite = %(definite)s
            or (%(whenever)s and %(definite)s = any (found.definite))
        )
    order by found.fact
    limit %(limit)s
) as f on true
