-- Every fact of one build, in the order of its key.
select
    f.fact, f.status, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.subject_key, f.predicate_key, f.object_key,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.last_seq
from read.fact as f
where f.ledger = %(ledger)s and f.build = %(build)s
order by f.fact
