-- One fact, whatever its status.
select
    f.fact, f.status, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.last_seq
from read.fact as f
join ledger.head as h on h.ledger = f.ledger and h.build = f.build
where f.ledger = %(ledger)s and f.fact = %(fact)s
