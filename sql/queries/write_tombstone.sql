-- Write rows of read.tombstone.
insert into read.tombstone as t (
    ledger, build, seq, fact, kind, subject, predicate, object_kind, object_text, object_unit, subject_key,
    predicate_key, reason, token, at, tries, tried_by, claims, known
)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    seq bigint, fact bigint, kind text, subject text, predicate text, object_kind text, object_text text,
    object_unit text, subject_key bytea, predicate_key bytea, reason text, token text, at timestamptz,
    tries bigint, tried_by jsonb, claims bigint[], known jsonb
)
on conflict (ledger, build, seq) do update set
    fact = excluded.fact, kind = excluded.kind, subject = excluded.subject, predicate = excluded.predicate,
    object_kind = excluded.object_kind, object_text = excluded.object_text, object_unit = excluded.object_unit,
    subject_key = excluded.subject_key, predicate_key = excluded.predicate_key, reason = excluded.reason,
    token = excluded.token, at = excluded.at, tries = excluded.tries, tried_by = excluded.tried_by,
    claims = excluded.claims, known = excluded.known
