-- Where a chain is said to end, and which build of its read tables is the live one.
select h.seq, h.leaf_hash, h.recorded_at, h.build
from ledger.head as h
where h.ledger = %(ledger)s
