-- Every key that a tombstone of one build is found under, in the order of its key.
select r.refusal_key, r.tombstone
from read.refusal as r
where r.ledger = %(ledger)s and r.build = %(build)s
order by r.refusal_key, r.tombstone
