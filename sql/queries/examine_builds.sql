-- By which versions of the projections the live tables of these ledgers were made, null where that is not known, and how many
-- builds of each are left of makers that are gone.
select
    h.ledger, r.projections,
    (
        select count(*) from ledger.build as b
        where b.ledger = h.ledger
            and not exists (select from pg_stat_get_activity(b.pid) as a where a.backend_start = b.backend_start)
    ) as left_over
from ledger.head as h
left join lateral (
    select * from read.ledger as each
    where each.ledger = h.ledger and each.build between h.build and h.build
    order by each.build
    limit 1
) as r on true
where h.ledger = any (%(ledgers)s) and h.seq > 0
order by h.ledger
