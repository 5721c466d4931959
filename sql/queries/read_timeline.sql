-- The visible facts of a subject's predicate as it was known then, a row for each stretch in which one holds, in the order of
-- world time, after a given one. A range of one key, and its index's order: see load_claims.
with found as materialized (
    select f.*
    from read.version as f
    where f.ledger = %(ledger)s
        and f.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and (f.subject_key, f.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
        and (f.subject_key, f.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
        and (%(past)s or not f.over)
        and (%(known)s::bigint is null or (f.from_seq <= %(known)s and (f.to_seq is null or f.to_seq > %(known)s)))
        and f.status = any (%(statuses)s)
    order by f.subject_key, f.predicate_key
)
select
    f.fact, f.from_seq, f.from_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.valid, f.strength, s.definite, s.starts, s.ends, s.place
from found as f
cross join lateral (
    select
        each.starts, each.ends, each.definite,
        -- From the first instant that is kept, in microseconds.
        (extract(epoch from each.starts - timestamptz '0001-01-01 00:00:00+00') * 1000000)::bigint as place
    from unnest(f.holds_from, f.holds_to, f.definite) as each (starts, ends, definite)
) as s
where (s.place, f.fact) > (%(after_place)s::bigint, %(after)s::bigint)
order by s.place, f.fact
limit %(limit)s
