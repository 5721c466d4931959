-- The read tables of claims, and of what was decided of them: axes, tombstones, conflicts, the queue of people, voices.
set local role factledger_owner;

create table read.claim (
    ledger text not null,
    build integer not null,
    seq bigint not null,
    fact bigint not null,
    token text not null,
    kind text not null,
    voice text not null,
    voice_kind text not null,
    subject_key bytea not null,
    predicate_key bytea not null,
    object_key bytea not null,
    refusal_key bytea not null,
    said_subject_key bytea,
    said_object_key bytea,
    subject text not null,
    predicate text not null,
    object_kind text not null,
    object_text text not null,
    object_unit text,
    source text not null,
    source_key bytea not null,
    observed_at timestamptz not null,
    recorded_at timestamptz not null,
    stated jsonb not null,
    said_stated jsonb,
    status text not null,
    echo boolean not null,
    confirms boolean not null,
    retracted boolean not null,
    amended bigint,
    invalidated bigint,
    derived_from bigint[] not null,
    changed bigint not null,
    primary key (ledger, build, seq)
) partition by hash (ledger);
create index claim_fact on read.claim (ledger, build, fact, seq);
create index claim_source on read.claim (ledger, build, source_key, fact, seq);
create index claim_line on read.claim (ledger, build, subject_key, predicate_key, object_key, seq);
create index claim_holder on read.claim (ledger, build, predicate_key, object_key, seq);
-- Where a correction or an end overrides what was said, that it was said is found by what was said, too.
create index claim_said on read.claim (ledger, build, said_subject_key, predicate_key, said_object_key, seq)
where said_subject_key is not null;
create index claim_said_holder on read.claim (ledger, build, predicate_key, said_object_key, seq)
where said_object_key is not null;

create table read.axis (
    ledger text not null,
    build integer not null,
    subject_key bytea not null,
    predicate_key bytea not null,
    object_key bytea not null,
    known jsonb not null,
    changed bigint not null,
    primary key (ledger, build, subject_key, predicate_key, object_key)
) partition by hash (ledger);
create index axis_holder on read.axis (ledger, build, predicate_key, object_key, subject_key);

create table read.tombstone (
    ledger text not null,
    build integer not null,
    seq bigint not null,
    fact bigint not null,
    kind text not null,
    subject text not null,
    predicate text not null,
    object_kind text not null,
    object_text text not null,
    object_unit text,
    subject_key bytea not null,
    predicate_key bytea not null,
    reason text,
    token text not null,
    at timestamptz not null,
    tries bigint not null,
    tried_by jsonb not null,
    claims bigint[] not null,
    known jsonb not null,
    primary key (ledger, build, seq)
) partition by hash (ledger);
create index tombstone_topic on read.tombstone (ledger, build, subject_key, predicate_key, seq);

create table read.refusal (
    ledger text not null,
    build integer not null,
    refusal_key bytea not null,
    tombstone bigint not null,
    primary key (ledger, build, refusal_key, tombstone)
) partition by hash (ledger);

create table read.conflict (
    ledger text not null,
    build integer not null,
    fact bigint not null,
    rival bigint not null,
    decided bigint not null,
    subject_key bytea not null,
    predicate_key bytea not null,
    object_key bytea not null,
    primary key (ledger, build, fact, rival)
) partition by hash (ledger);
create index conflict_line on read.conflict (ledger, build, subject_key, predicate_key, object_key, fact, rival);

do $$
declare
    parent text;
begin
    foreach parent in array array['claim', 'axis', 'tombstone', 'refusal', 'conflict'] loop
        for remainder in 0..7 loop
            execute format(
                'create table read.%I partition of read.%I for values with (modulus 8, remainder %s)',
                parent || '_' || remainder, parent, remainder
            );
        end loop;
    end loop;
end
$$;
