-- Which of these claims there are. A range of one key, and its index's order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
)
select c.seq
from live
cross join unnest(%(claims)s::bigint[]) as asked (seq)
cross join lateral (
    select each.seq from read.claim as each
    where each.ledger = %(ledger)s and each.build = live.build and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as c
