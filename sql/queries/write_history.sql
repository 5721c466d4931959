-- Write rows of read.history.
insert into read.history as t (
    ledger, build, fact, from_seq, from_at, to_seq, to_at, status, contested, rivals, subject, predicate,
    object_kind, object_text, object_unit, subject_key, predicate_key, object_key, claims, sources, observed_at,
    recorded_at, valid, from_earliest, to_latest, holds_from, holds_to, definite, strength
)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    fact bigint, from_seq bigint, from_at timestamptz, to_seq bigint, to_at timestamptz, status text,
    contested boolean, rivals bigint[], subject text, predicate text, object_kind text, object_text text,
    object_unit text, subject_key bytea, predicate_key bytea, object_key bytea, claims integer, sources text[],
    observed_at timestamptz, recorded_at timestamptz, valid jsonb, from_earliest timestamptz,
    to_latest timestamptz, holds_from timestamptz[], holds_to timestamptz[], definite boolean[], strength text
)
on conflict (ledger, build, fact, from_seq) do update set
    from_at = excluded.from_at, to_seq = excluded.to_seq, to_at = excluded.to_at, status = excluded.status,
    contested = excluded.contested, rivals = excluded.rivals, subject = excluded.subject,
    predicate = excluded.predicate, object_kind = excluded.object_kind, object_text = excluded.object_text,
    object_unit = excluded.object_unit, subject_key = excluded.subject_key,
    predicate_key = excluded.predicate_key, object_key = excluded.object_key, claims = excluded.claims,
    sources = excluded.sources, observed_at = excluded.observed_at, recorded_at = excluded.recorded_at,
    valid = excluded.valid, from_earliest = excluded.from_earliest, to_latest = excluded.to_latest,
    holds_from = excluded.holds_from, holds_to = excluded.holds_to, definite = excluded.definite,
    strength = excluded.strength
