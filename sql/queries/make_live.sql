-- Let this build take the place of the live one, at the same position; says which one that was.
select ledger.make_live(%(ledger)s, %(build)s) as replaced
