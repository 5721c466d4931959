-- What agents suggested that predicates be declared, in the order in which they did, after a given one.
select
    s.seq, s.predicate, s.cardinality, s.holders, s.temporal, s.value, s.unit, s.half_life_days,
    s.token, s.suggested_at
from read.suggestion as s
where s.ledger = %(ledger)s
    and s.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
    and s.seq > %(after)s
order by s.seq
limit %(limit)s
