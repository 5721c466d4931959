-- Builds of the read tables that are being made or wait to be deleted, and which versions of the projections made a build.
set local role factledger_owner;

-- Whoever made the row is at work as long as the session is there that it names: no lease runs out, and a kill ends it at once.
create table ledger.build (
    ledger text not null,
    build integer not null,
    pid integer not null,
    backend_start timestamptz not null,
    seq bigint not null,
    begun_at timestamptz not null,
    primary key (ledger, build)
);

-- What stands in a database by now was made by the first versions of all of them.
alter table read.ledger add column projections jsonb not null default
'{
    "ledger": 1, "predicate": 1, "suggestion": 1, "fact": 1, "history": 1, "claim": 1, "axis": 1, "tombstone": 1, "refusal": 1,
    "conflict": 1, "review": 1, "voice": 1, "decision": 1, "derivation": 1, "statistic": 1, "foreign_event": 1,
    "foreign_tag": 1
}';
alter table read.ledger alter column projections drop default;
