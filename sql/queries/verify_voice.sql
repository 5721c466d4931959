-- How every voice of one build turned out, in the order of the bytes of its key, as programs order it.
select v.voice, v.successes, v.failures
from read.voice as v
where v.ledger = %(ledger)s and v.build = %(build)s
order by v.voice collate "C"
