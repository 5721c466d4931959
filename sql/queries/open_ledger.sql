-- Make a ledger's head; false where there is one.
select ledger.open(%(ledger)s)
