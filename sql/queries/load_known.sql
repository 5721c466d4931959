-- Which of these facts exist.
select f.fact
from (select h.build from ledger.head as h where h.ledger = %(ledger)s) as live
cross join unnest(%(facts)s::bigint[]) as asked (fact)
cross join lateral (
    select each.fact from read.fact as each
    where each.ledger = %(ledger)s and each.build = live.build and each.fact between asked.fact and asked.fact
    order by each.fact
    limit 1
) as f
