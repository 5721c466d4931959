-- How what these voices said turned out. A range of one key, and its index's order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
)
select v.voice, v.successes, v.failures
from live
cross join unnest(%(voices)s::text[]) as asked (voice)
cross join lateral (
    select * from read.voice as each
    where each.ledger = %(ledger)s and each.build = live.build and each.voice between asked.voice and asked.voice
    order by each.voice
    limit 1
) as v
