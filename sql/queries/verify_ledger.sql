-- How a ledger was opened and what made its tables, as one build of its read tables has it.
select r.opened_seq, r.time_zone, r.identity, r.identity_version, r.flip_back_hours, r.projections
from read.ledger as r
where r.ledger = %(ledger)s and r.build = %(build)s
