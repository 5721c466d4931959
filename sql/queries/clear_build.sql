-- Delete rows of a build, so many at most, and say how many there were.
select ledger.clear_build(%(ledger)s, %(build)s, %(rows)s) as cleared
