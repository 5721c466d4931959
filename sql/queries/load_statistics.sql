-- The running counts of a ledger.
select s.name, s.value
from read.statistic as s
where s.ledger = %(ledger)s
    and s.build = (select coalesce(%(build)s::integer, h.build) from ledger.head as h where h.ledger = %(ledger)s)
