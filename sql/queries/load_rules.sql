-- How a ledger was opened, and the key with which its commands' ids and digests are made.
select h.command_key, r.opened_seq, r.time_zone, r.identity, r.identity_version, r.flip_back_hours
from ledger.head as h
cross join lateral (
    select * from read.ledger as each
    where each.ledger = %(ledger)s and each.build between h.build and h.build
    order by each.build
    limit 1
) as r
where h.ledger = %(ledger)s
