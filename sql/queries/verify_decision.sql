-- What was decided of every fact of one build, in the order of its key.
select d.fact, d.seq, d.type
from read.decision as d
where d.ledger = %(ledger)s and d.build = %(build)s
order by d.fact, d.seq
