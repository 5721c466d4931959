-- Every declaration of one build, in the order of its key.
select
    p.predicate_key, p.predicate, p.cardinality, p.holders, p.temporal, p.value, p.unit, p.half_life_days,
    p.declared_seq, p.token, p.declared_at
from read.predicate as p
where p.ledger = %(ledger)s and p.build = %(build)s
order by p.predicate_key
