-- Which of these facts exist.
select f.fact
from read.fact as f
join ledger.head as h on h.ledger = f.ledger and h.build = f.build
where f.ledger = %(ledger)s and f.fact = any (%(facts)s)
