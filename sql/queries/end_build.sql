-- Forget a build of which nothing is left.
delete from ledger.build as b where b.ledger = %(ledger)s and b.build = %(build)s and b.pid = pg_backend_pid()
