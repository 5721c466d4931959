-- Every version of a fact that is over, of one build, in the order of its key.
select
    h.fact, h.from_seq, h.from_at, h.to_seq, h.to_at, h.status, h.contested, h.rivals, h.subject, h.predicate,
    h.object_kind, h.object_text, h.object_unit, h.subject_key, h.predicate_key, h.object_key, h.claims,
    h.sources, h.observed_at, h.recorded_at, h.valid, h.from_earliest, h.to_latest, h.holds_from, h.holds_to,
    h.definite, h.strength
from read.history as h
where h.ledger = %(ledger)s and h.build = %(build)s
order by h.fact, h.from_seq
