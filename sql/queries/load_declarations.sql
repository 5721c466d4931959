-- What these predicates are declared to be, where they are. A range of one key, and its index's order: see load_claims.
select p.predicate_key, p.cardinality, p.holders, p.temporal, p.value, p.unit, p.half_life_days
from (select h.build from ledger.head as h where h.ledger = %(ledger)s) as live
cross join unnest(%(predicates)s::bytea[]) as asked (key)
cross join lateral (
    select * from read.predicate as each
    where each.ledger = %(ledger)s and each.build = live.build and each.predicate_key between asked.key and asked.key
    order by each.predicate_key
    limit 1
) as p
