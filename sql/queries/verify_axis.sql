-- What is known of every value of one build beside its claims, in the order of its key.
select a.subject_key, a.predicate_key, a.object_key, a.known, a.changed
from read.axis as a
where a.ledger = %(ledger)s and a.build = %(build)s
order by a.subject_key, a.predicate_key, a.object_key
