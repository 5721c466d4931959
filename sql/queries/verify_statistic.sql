-- Every count of one build, in the order of the bytes of its key, as programs order it.
select s.name, s.value
from read.statistic as s
where s.ledger = %(ledger)s and s.build = %(build)s
order by s.name collate "C"
