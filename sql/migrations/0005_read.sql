-- The read tables: derived from the events alone, in builds beside one another, of which head.build is the live one.
set local role factledger_owner;

create table read.ledger (
    ledger text not null,
    build integer not null,
    opened_seq bigint not null,
    time_zone text not null,
    identity text not null,
    identity_version integer not null,
    flip_back_hours integer not null,
    primary key (ledger, build)
) partition by hash (ledger);

create table read.fact (
    ledger text not null,
    build integer not null,
    fact bigint not null,
    status text not null,
    subject text not null,
    predicate text not null,
    object_kind text not null,
    object_text text not null,
    object_unit text,
    subject_key bytea not null,
    predicate_key bytea not null,
    object_key bytea not null,
    claims bigint not null,
    sources text[] not null,
    observed_at timestamptz not null,
    recorded_at timestamptz not null,
    last_seq bigint not null,
    primary key (ledger, build, fact)
) partition by hash (ledger);
create index fact_line on read.fact (ledger, build, subject_key, predicate_key, object_key, fact);
create index fact_predicate on read.fact (ledger, build, predicate_key, fact);
create index fact_object on read.fact (ledger, build, object_key, fact);

create table read.claim (
    ledger text not null,
    build integer not null,
    seq bigint not null,
    fact bigint not null,
    source_key bytea not null,
    primary key (ledger, build, fact, seq)
) partition by hash (ledger);
create index claim_source on read.claim (ledger, build, source_key, fact);

create table read.statistic (
    ledger text not null,
    build integer not null,
    name text not null,
    value bigint not null,
    primary key (ledger, build, name)
) partition by hash (ledger);

create table read.foreign_event (
    ledger text not null,
    build integer not null,
    seq bigint not null,
    type text not null,
    tags text[] not null,
    primary key (ledger, build, seq)
) partition by hash (ledger);
create index foreign_event_type on read.foreign_event (ledger, build, type, seq);

create table read.foreign_tag (
    ledger text not null,
    build integer not null,
    tag_key bytea not null,
    seq bigint not null,
    primary key (ledger, build, tag_key, seq)
) partition by hash (ledger);

do $$
declare
    parent text;
begin
    foreach parent in array
        array['ledger', 'fact', 'claim', 'statistic', 'foreign_event', 'foreign_tag']
    loop
        for remainder in 0..7 loop
            execute format(
                'create table read.%I partition of read.%I for values with (modulus 8, remainder %s)',
                parent || '_' || remainder, parent, remainder
            );
        end loop;
    end loop;
end
$$;
