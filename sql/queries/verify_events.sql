-- Every event of a ledger as it is stored, in order.
select e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body
from ledger.event as e
where e.ledger = %(ledger)s
order by e.seq
