-- One fact, whatever its status.
select
    f.fact, f.status, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.last_seq
from read.fact as f
where f.ledger = %(ledger)s
    and f.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
    and f.fact between %(fact)s and %(fact)s
order by f.fact
