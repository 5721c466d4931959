-- Lock a ledger's head until the transaction ends; no row where there is no such ledger.
select seq, leaf_hash, recorded_at, build, clock from ledger.take(%(ledger)s)
