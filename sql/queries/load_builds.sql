-- The builds of a ledger that are in the making or wait to be deleted, and whether the session that is at it is still there.
select
    b.build, b.seq, b.begun_at,
    exists (
        select from pg_stat_get_activity(b.pid) as a where a.backend_start = b.backend_start
    ) as is_at_work
from ledger.build as b
where b.ledger = %(ledger)s
order by b.build
