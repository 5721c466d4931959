-- How every voice of one build turned out, in the order of its key.
select v.voice, v.successes, v.failures
from read.voice as v
where v.ledger = %(ledger)s and v.build = %(build)s
order by v.voice
