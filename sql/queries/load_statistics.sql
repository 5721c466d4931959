-- The running counts of a ledger.
select s.name, s.value
from read.statistic as s
join ledger.head as h on h.ledger = s.ledger and h.build = s.build
where s.ledger = %(ledger)s
