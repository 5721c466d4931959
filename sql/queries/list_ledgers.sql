-- Every ledger's name, in order, after a given one.
select * from ledger.list_ledgers(%(after)s, %(limit)s)
