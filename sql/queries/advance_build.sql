-- Note how far a build has come; no row where it is not this session's any more.
update ledger.build as b
set seq = %(seq)s
from pg_stat_get_activity(pg_backend_pid()) as own
where b.ledger = %(ledger)s and b.build = %(build)s and b.pid = pg_backend_pid() and b.backend_start = own.backend_start
returning b.seq
