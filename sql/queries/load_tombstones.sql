-- The tombstones at these positions. A range of one key, and its index's order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
)
select
    t.seq, t.fact, t.kind, t.subject, t.predicate, t.object_kind, t.object_text, t.object_unit, t.subject_key,
    t.predicate_key, t.reason, t.token, t.at, t.tries, t.tried_by, t.claims, t.known
from live
cross join unnest(%(positions)s::bigint[]) as asked (seq)
cross join lateral (
    select * from read.tombstone as each
    where each.ledger = %(ledger)s and each.build = live.build and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as t
