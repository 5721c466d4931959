-- Where a ledger's chain ends, and which build of its tables is live.
select h.seq, h.build
from ledger.head as h
where h.ledger = %(ledger)s
