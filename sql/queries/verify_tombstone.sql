-- Every tombstone of one build, in the order of its key.
select
    t.seq, t.fact, t.kind, t.subject, t.predicate, t.object_kind, t.object_text, t.object_unit, t.subject_key,
    t.predicate_key, t.reason, t.token, t.at, t.tries, t.tried_by, t.claims, t.known
from read.tombstone as t
where t.ledger = %(ledger)s and t.build = %(build)s
order by t.seq
