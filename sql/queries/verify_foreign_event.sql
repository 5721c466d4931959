-- Every other program's event of one build, in the order of its key.
select e.seq, e.type, e.tags
from read.foreign_event as e
where e.ledger = %(ledger)s and e.build = %(build)s
order by e.seq
