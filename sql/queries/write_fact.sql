-- Write rows of read.fact. Of a fact that stands already only its standing and its support can differ.
insert into read.fact as t (
    ledger, build, fact, status, subject, predicate, object_kind, object_text, object_unit,
    subject_key, predicate_key, object_key, claims, sources, observed_at, recorded_at, last_seq
)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(rows)s) as r (
    fact bigint, status text, subject text, predicate text,
    object_kind text, object_text text, object_unit text,
    subject_key bytea, predicate_key bytea, object_key bytea,
    claims bigint, sources text[], observed_at timestamptz, recorded_at timestamptz, last_seq bigint
)
on conflict (ledger, build, fact) do update set
    status = excluded.status, claims = excluded.claims, sources = excluded.sources,
    observed_at = excluded.observed_at, last_seq = excluded.last_seq
