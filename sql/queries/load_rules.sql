-- How a ledger was opened, and the key with which its commands' ids and digests are made.
select h.command_key, r.opened_seq, r.time_zone, r.identity, r.identity_version, r.flip_back_hours
from read.ledger as r
join ledger.head as h on h.ledger = r.ledger and h.build = r.build
where r.ledger = %(ledger)s
