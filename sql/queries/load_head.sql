-- Where a ledger's chain ends.
select h.seq
from ledger.head as h
where h.ledger = %(ledger)s
