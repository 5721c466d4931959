-- Write rows of the tables to which nearly every command writes, in one statement, since to send one costs more than to carry
-- it out where it has a row or two. A row has the columns of its table, ledger and build of all of them said once.
with of_build as (
    select json_build_object('ledger', %(ledger)s::text, 'build', %(build)s::integer) as key
),
facts as (
    insert into read.fact as t
    select r.*
    from of_build, json_populate_recordset(json_populate_record(null::read.fact, of_build.key), %(fact_rows)s) as r
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
    insert into read.claim as t
    select r.*
    from of_build, json_populate_recordset(json_populate_record(null::read.claim, of_build.key), %(claim_rows)s) as r
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
    insert into read.decision as t
    select r.*
    from of_build, json_populate_recordset(json_populate_record(null::read.decision, of_build.key), %(decision_rows)s) as r
    on conflict (ledger, build, fact, seq) do update set type = excluded.type
)
insert into read.statistic as t
select r.*
from of_build, json_populate_recordset(json_populate_record(null::read.statistic, of_build.key), %(statistic_rows)s) as r
on conflict (ledger, build, name) do update set value = excluded.value
