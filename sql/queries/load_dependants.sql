-- Who rests on these claims with a claim that was not taken back, of a fact that is visible now. A range of one key, and its
-- index's order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
)
select d.base, c.seq, c.voice, c.voice_kind
from live
cross join unnest(%(claims)s::bigint[]) as asked (base)
cross join lateral (
    select * from read.derivation as each
    where each.ledger = %(ledger)s and each.build = live.build and each.base between asked.base and asked.base
    order by each.base
) as d
cross join lateral (
    select * from read.claim as each
    where each.ledger = %(ledger)s and each.build = live.build and each.seq between d.claim and d.claim
    order by each.seq
    limit 1
) as c
cross join lateral (
    select * from read.fact as each
    where each.ledger = %(ledger)s and each.build = live.build and each.fact between c.fact and c.fact
    order by each.fact
    limit 1
) as f
where f.status = any (%(statuses)s) and not c.retracted
