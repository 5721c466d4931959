-- Every suggested declaration of one build, in the order of its key.
select
    s.seq, s.predicate_key, s.predicate, s.cardinality, s.holders, s.temporal, s.value, s.unit,
    s.half_life_days, s.token, s.suggested_at
from read.suggestion as s
where s.ledger = %(ledger)s and s.build = %(build)s
order by s.seq
