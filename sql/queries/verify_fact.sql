-- Every fact of one build as it stands, in the order of its key.
select
    f.fact, f.from_seq, f.from_at, f.to_seq, f.to_at, f.status, f.contested, f.rivals, f.subject, f.predicate,
    f.object_kind, f.object_text, f.object_unit, f.subject_key, f.predicate_key, f.object_key, f.claims,
    f.sources, f.observed_at, f.recorded_at, f.valid, f.from_earliest, f.to_latest, f.holds_from, f.holds_to,
    f.definite, f.strength
from read.fact as f
where f.ledger = %(ledger)s and f.build = %(build)s
order by f.fact
