-- Which facts these wishes are about, of those that wait for a person. A range of one key, and its index's order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
)
select r.seq, r.fact, r.kind
from live
cross join unnest(%(wishes)s::bigint[]) as asked (seq)
cross join lateral (
    select * from read.review as each
    where each.ledger = %(ledger)s and each.build = live.build and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as r
