-- Every claim of one build, in the order of its key.
select c.seq, c.fact, c.source_key
from read.claim as c
where c.ledger = %(ledger)s and c.build = %(build)s
order by c.fact, c.seq
