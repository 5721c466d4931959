-- The read tables of facts that argue, in place of those before: declarations, facts with the versions that are over, claims.
set local role factledger_owner;

do $$
begin
    if exists (select from ledger.event) then
        raise exception 'its events were read by an earlier release into tables that this one can not make anew: '
            'begin with a new database' using errcode = 'FL009';
    end if;
end
$$;

-- What hangs on the tables before is ours, and made again behind the migrations.
drop view if exists audit.fact;
drop table read.fact;
drop table read.claim;

create table read.predicate (
    ledger text not null,
    build integer not null,
    predicate_key bytea not null,
    predicate text not null,
    cardinality text not null,
    holders text not null,
    temporal text not null,
    value text,
    unit text,
    half_life_days integer not null,
    declared_seq bigint not null,
    token text not null,
    declared_at timestamptz not null,
    primary key (ledger, build, predicate_key)
) partition by hash (ledger);

create table read.suggestion (
    ledger text not null,
    build integer not null,
    seq bigint not null,
    predicate_key bytea not null,
    predicate text not null,
    cardinality text not null,
    holders text not null,
    temporal text not null,
    value text,
    unit text,
    half_life_days integer not null,
    token text not null,
    suggested_at timestamptz not null,
    primary key (ledger, build, seq)
) partition by hash (ledger);

create table read.fact (
    ledger text not null,
    build integer not null,
    fact bigint not null,
    from_seq bigint not null,
    from_at timestamptz not null,
    to_seq bigint,
    to_at timestamptz,
    status text not null,
    contested boolean not null,
    rivals bigint[] not null,
    subject text not null,
    predicate text not null,
    object_kind text not null,
    object_text text not null,
    object_unit text,
    subject_key bytea not null,
    predicate_key bytea not null,
    object_key bytea not null,
    claims integer not null,
    sources text[] not null,
    observed_at timestamptz not null,
    recorded_at timestamptz not null,
    valid jsonb not null,
    from_earliest timestamptz not null,
    to_latest timestamptz,
    holds_from timestamptz[] not null,
    holds_to timestamptz[] not null,
    definite boolean[] not null,
    strength text,
    primary key (ledger, build, fact)
) partition by hash (ledger);
create index fact_line on read.fact (ledger, build, subject_key, predicate_key, object_key, fact);
create index fact_predicate on read.fact (ledger, build, predicate_key, fact);
create index fact_object on read.fact (ledger, build, object_key, fact);
create index fact_from on read.fact (ledger, build, from_seq, fact);

-- Versions of facts that are over: column by column those that stand.
create table read.history (
    like read.fact,
    primary key (ledger, build, fact, from_seq)
) partition by hash (ledger);
create index history_line on read.history (ledger, build, subject_key, predicate_key, object_key, fact, from_seq);
create index history_predicate on read.history (ledger, build, predicate_key, fact, from_seq);
create index history_object on read.history (ledger, build, object_key, fact, from_seq);
create index history_from on read.history (ledger, build, from_seq, fact);
create index history_to on read.history (ledger, build, to_seq, fact);

do $$
declare
    parent text;
begin
    foreach parent in array array['predicate', 'suggestion', 'fact', 'history'] loop
        for remainder in 0..7 loop
            execute format(
                'create table read.%I partition of read.%I for values with (modulus 8, remainder %s)',
                parent || '_' || remainder, parent, remainder
            );
        end loop;
    end loop;
end
$$;
