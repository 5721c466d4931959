-- The ledger itself: the head of each chain, its events, their parts, and the commands that wrote them.
set local role factledger_owner;

create table ledger.head (
    ledger text not null primary key,
    seq bigint not null,
    leaf_hash bytea not null,
    recorded_at timestamptz not null,
    build integer not null,
    command_key bytea not null,
    check (octet_length(leaf_hash) = 32),
    check (octet_length(command_key) = 32)
) with (fillfactor = 50);

create table ledger.event (
    ledger text not null,
    seq bigint not null,
    prev bytea not null,
    leaf_hash bytea not null,
    recorded_at timestamptz not null,
    type text not null,
    body bytea not null,
    primary key (ledger, seq),
    unique (ledger, prev)
) partition by hash (ledger);

-- content and salt go when a part is erased; the row and the commitment in the event's body stay.
create table ledger.part (
    ledger text not null,
    seq bigint not null,
    ord smallint not null,
    salt bytea,
    content bytea,
    primary key (ledger, seq, ord),
    check ((salt is null) = (content is null))
) partition by hash (ledger);

-- No foreign key leads from here or from a part to its event: append writes all three and checks both directions.
-- digest is null where the id was the service's own, which nobody else can repeat.
create table ledger.command (
    ledger text not null,
    id text not null,
    digest bytea,
    first_seq bigint not null,
    last_seq bigint not null,
    primary key (ledger, id)
) partition by hash (ledger);

do $$
declare
    parent text;
begin
    foreach parent in array array['event', 'part', 'command'] loop
        for remainder in 0..7 loop
            execute format(
                'create table ledger.%I partition of ledger.%I for values with (modulus 8, remainder %s)',
                parent || '_' || remainder, parent, remainder
            );
        end loop;
    end loop;
end
$$;
