-- Everything that waits for a person in one build, in the order of its key.
select r.seq, r.fact, r.kind, r.token, r.since, r.at, r.asked
from read.review as r
where r.ledger = %(ledger)s and r.build = %(build)s
order by r.seq
