-- Every ledger's name, in order, after a given one.
select granted.ledger from ledger.list_ledgers(%(after)s, %(limit)s) as granted (ledger)
