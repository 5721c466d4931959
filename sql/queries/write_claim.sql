-- Write rows of read.claim.
insert into read.claim as t (
    ledger, build, seq, fact, token, kind, voice, voice_kind, subject_key, predicate_key, object_key,
    refusal_key, said_subject_key, said_object_key, subject, predicate, object_kind, object_text, object_unit,
    source, source_key, observed_at, recorded_at, stated, said_stated, status, echo, confirms, retracted,
    amended, invalidated, derived_from, changed
)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    seq bigint, fact bigint, token text, kind text, voice text, voice_kind text, subject_key bytea,
    predicate_key bytea, object_key bytea, refusal_key bytea, said_subject_key bytea, said_object_key bytea,
    subject text, predicate text, object_kind text, object_text text, object_unit text, source text,
    source_key bytea, observed_at timestamptz, recorded_at timestamptz, stated jsonb, said_stated jsonb,
    status text, echo boolean, confirms boolean, retracted boolean, amended bigint, invalidated bigint,
    derived_from bigint[], changed bigint
)
on conflict (ledger, build, seq) do update set
    fact = excluded.fact, token = excluded.token, kind = excluded.kind, voice = excluded.voice,
    voice_kind = excluded.voice_kind, subject_key = excluded.subject_key,
    predicate_key = excluded.predicate_key, object_key = excluded.object_key,
    refusal_key = excluded.refusal_key, said_subject_key = excluded.said_subject_key,
    said_object_key = excluded.said_object_key, subject = excluded.subject, predicate = excluded.predicate,
    object_kind = excluded.object_kind, object_text = excluded.object_text, object_unit = excluded.object_unit,
    source = excluded.source, source_key = excluded.source_key, observed_at = excluded.observed_at,
    recorded_at = excluded.recorded_at, stated = excluded.stated, said_stated = excluded.said_stated,
    status = excluded.status, echo = excluded.echo, confirms = excluded.confirms,
    retracted = excluded.retracted, amended = excluded.amended, invalidated = excluded.invalidated,
    derived_from = excluded.derived_from, changed = excluded.changed
