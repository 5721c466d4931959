-- Every conflict of one build, in the order of its key.
select c.fact, c.rival, c.decided, c.subject_key, c.predicate_key, c.object_key
from read.conflict as c
where c.ledger = %(ledger)s and c.build = %(build)s
order by c.fact, c.rival
