-- Where a ledger stands, and what the clock says.
select h.seq, h.leaf_hash, h.recorded_at, clock_timestamp() as clock
from ledger.head as h
where h.ledger = %(ledger)s
