-- What predicates are declared to be, in the order of their keys, after a given one.
select
    p.predicate_key, p.predicate, p.cardinality, p.holders, p.temporal, p.value, p.unit, p.half_life_days,
    p.declared_seq, p.token, p.declared_at
from read.predicate as p
where p.ledger = %(ledger)s
    and p.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
    and p.predicate_key > %(after)s
order by p.predicate_key
limit %(limit)s
