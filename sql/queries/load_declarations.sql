-- What these predicates, and those of these claims, are declared to be, where they are. A range of one key, and its index's
-- order: see load_claims.
with live as materialized (
    select coalesce(%(build)s::integer, h.build) as build from ledger.head as h where h.ledger = %(ledger)s
),
asked as materialized (
    select unnest(%(predicates)s::bytea[]) as key
    union
    select c.predicate_key
    from live
    cross join unnest(%(claims)s::bigint[]) as named (seq)
    cross join lateral (
        select * from read.claim as each
        where each.ledger = %(ledger)s and each.build = live.build and each.seq between named.seq and named.seq
        order by each.seq
        limit 1
    ) as c
)
select p.predicate_key, p.cardinality, p.holders, p.temporal, p.value, p.unit, p.half_life_days
from live
cross join asked
cross join lateral (
    select * from read.predicate as each
    where each.ledger = %(ledger)s and each.build = live.build and each.predicate_key between asked.key and asked.key
    order by each.predicate_key
    limit 1
) as p
