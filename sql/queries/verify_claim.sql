-- Every claim of one build, in the order of its key.
select
    c.seq, c.fact, c.token, c.kind, c.voice, c.voice_kind, c.subject_key, c.predicate_key, c.object_key,
    c.refusal_key, c.said_subject_key, c.said_object_key, c.subject, c.predicate, c.object_kind, c.object_text,
    c.object_unit, c.source, c.source_key, c.observed_at, c.recorded_at, c.stated, c.said_stated, c.status,
    c.echo, c.confirms, c.retracted, c.amended, c.invalidated, c.derived_from, c.changed
from read.claim as c
where c.ledger = %(ledger)s and c.build = %(build)s
order by c.seq
