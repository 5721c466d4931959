-- Note that this session makes another build of a ledger's tables, under the next number that nothing stands under.
insert into ledger.build (ledger, build, pid, backend_start, seq, begun_at)
select
    h.ledger,
    1 + greatest(h.build, (select max(b.build) from ledger.build as b where b.ledger = %(ledger)s)),
    pg_backend_pid(), own.backend_start, 0, clock_timestamp()
from ledger.head as h
cross join pg_stat_get_activity(pg_backend_pid()) as own
where h.ledger = %(ledger)s
returning build
