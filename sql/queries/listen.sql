-- Have this connection notified of each commit to a ledger.
select ledger.listen(%(ledger)s)
