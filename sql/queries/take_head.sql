-- Set the ledger that this transaction may touch, and lock its head until the transaction ends; no row where there is none.
select head.seq, head.leaf_hash, head.recorded_at, head.build, head.clock
from set_config('factledger.ledgers', %(ledger)s, true) as scope (ledger)
-- Of what was set, so that it is set before.
cross join lateral ledger.take(scope.ledger) as head
