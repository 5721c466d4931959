-- Where a ledger stands, and what the clock says: never earlier than the head was recorded.
select h.seq, h.leaf_hash, h.recorded_at, greatest(now(), h.recorded_at) as clock
from ledger.head as h
where h.ledger = %(ledger)s
