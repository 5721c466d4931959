-- Write rows of the tables to which nearly every command writes, in one statement, since to send one costs more than to carry
-- it out where it has a row or two.
with facts as (
    insert into read.fact as t (
        ledger, build, fact, from_seq, from_at, to_seq, to_at, status, contested, rivals, subject, predicate,
        object_kind, object_text, object_unit, subject_key, predicate_key, object_key, claims, sources, observed_at,
        recorded_at, valid, from_earliest, to_latest, holds_from, holds_to, definite, strength
    )
    select %(ledger)s, %(build)s, r.*
    from json_to_recordset(%(fact_rows)s) as r (
        fact bigint, from_seq bigint, from_at timestamptz, to_seq bigint, to_at timestamptz, status text,
        contested boolean, rivals bigint[], subject text, predicate text, object_kind text, object_text text,
        object_unit text, subject_key bytea, predicate_key bytea, object_key bytea, claims integer, sources text[],
        observed_at timestamptz, recorded_at timestamptz, valid jsonb, from_earliest timestamptz,
        to_latest timestamptz, holds_from timestamptz[], holds_to timestamptz[], definite boolean[], strength text
    )
    on conflict (ledger, build, fact) do update set
        from_seq = excluded.from_seq, from_at = excluded.from_at, to_seq = excluded.to_seq, to_at = excluded.to_at,
        status = excluded.status, contested = excluded.contested, rivals = excluded.rivals,
        subject = excluded.subject, predicate = excluded.predicate, object_kind = excluded.object_kind,
        object_text = excluded.object_text, object_unit = excluded.object_unit, subject_key = excluded.subject_key,
        predicate_key = excluded.predicate_key, object_key = excluded.object_key, claims = excluded.claims,
        sources = excluded.sources, observed_at = excluded.observed_at, recorded_at = excluded.recorded_at,
        valid = excluded.valid, from_earliest = excluded.from_earliest, to_latest = excluded.to_latest,
        holds_from = excluded.holds_from, holds_to = excluded.holds_to, definite = excluded.definite,
        strength = excluded.strength
),
claims as (
    insert into read.claim as t (
        ledger, build, seq, fact, token, kind, voice, voice_kind, subject_key, predicate_key, object_key,
        refusal_key, said_subject_key, said_object_key, subject, predicate, object_kind, object_text, object_unit,
        source, source_key, observed_at, recorded_at, stated, said_stated, status, echo, confirms, retracted,
        amended, invalidated, derived_from, changed
    )
    select %(ledger)s, %(build)s, r.*
    from json_to_recordset(%(claim_rows)s) as r (
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
),
decisions as (
    insert into read.decision as t (ledger, build, fact, seq, type)
    select %(ledger)s, %(build)s, r.*
    from json_to_recordset(%(decision_rows)s) as r (fact bigint, seq bigint, type text)
    on conflict (ledger, build, fact, seq) do update set type = excluded.type
)
insert into read.statistic as t (ledger, build, name, value)
select %(ledger)s, %(build)s, r.*
from json_to_recordset(%(statistic_rows)s) as r (name text, value bigint)
on conflict (ledger, build, name) do update set value = excluded.value
