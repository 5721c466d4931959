-- The read tables of what waits for people and of whom is heard, what readers were shown, and events by their instants.
set local role factledger_owner;

create table read.review (
    ledger text not null,
    build integer not null,
    seq bigint not null,
    fact bigint not null,
    kind text not null,
    token text,
    since bigint not null,
    at timestamptz not null,
    asked jsonb,
    primary key (ledger, build, seq)
) partition by hash (ledger);

create table read.voice (
    ledger text not null,
    build integer not null,
    voice text not null,
    successes integer not null,
    failures integer not null,
    primary key (ledger, build, voice)
) partition by hash (ledger);

create table read.decision (
    ledger text not null,
    build integer not null,
    fact bigint not null,
    seq bigint not null,
    type text not null,
    primary key (ledger, build, fact, seq)
) partition by hash (ledger);

create table read.derivation (
    ledger text not null,
    build integer not null,
    base bigint not null,
    claim bigint not null,
    primary key (ledger, build, base, claim)
) partition by hash (ledger);

do $$
declare
    parent text;
begin
    foreach parent in array array['review', 'voice', 'decision', 'derivation'] loop
        for remainder in 0..7 loop
            execute format(
                'create table read.%I partition of read.%I for values with (modulus 8, remainder %s)',
                parent || '_' || remainder, parent, remainder
            );
        end loop;
    end loop;
end
$$;

-- Outside the chain: what a reader was last shown of a value, and when. A reader is a token or a session.
create table access.shown (
    ledger text not null,
    reader text not null,
    line bytea not null check (octet_length(line) = 32),
    shown_at timestamptz not null,
    primary key (ledger, reader, line)
);

-- An instant is mapped to the last event that was recorded by then.
create index event_recorded on ledger.event (ledger, recorded_at, seq);
