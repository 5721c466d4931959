-- What agents suggested that predicates be declared, and nobody has declared since, in the order in which they did, after a given
-- one. A range of one key, and its index's order: see load_claims.
select
    s.seq, s.predicate, s.cardinality, s.holders, s.temporal, s.value, s.unit, s.half_life_days,
    s.token, s.suggested_at
from (
    select each.* from read.suggestion as each
    where each.ledger = %(ledger)s
        and each.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and each.seq > %(after)s
    order by each.seq
) as s
left join lateral (
    select each.declared_seq
    from read.predicate as each
    where each.ledger = %(ledger)s and each.build = s.build and each.predicate_key between s.predicate_key and s.predicate_key
    order by each.predicate_key
    limit 1
) as declared on true
where declared.declared_seq is null or declared.declared_seq < s.seq
order by s.seq
limit %(limit)s
