-- Take over a build whose maker is gone.
update ledger.build as b
set pid = pg_backend_pid(), backend_start = own.backend_start
from pg_stat_get_activity(pg_backend_pid()) as own
where b.ledger = %(ledger)s and b.build = %(build)s
