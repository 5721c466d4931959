-- Who may come in: tokens (their digests only) and the ledgers of the auditors' own logins.
set local role factledger_owner;

create table access.token (
    id text not null primary key,
    name text not null,
    kind text not null check (kind in ('agent', 'human', 'system')),
    role text not null check (role in ('reader', 'agent', 'reviewer', 'admin', 'auditor')),
    digest bytea not null unique check (octet_length(digest) = 32),
    every_ledger boolean not null,
    ledgers text[] not null,
    login text,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz,
    revoked_at timestamptz,
    refused bigint not null default 0
);

create table access.auditor_ledger (
    ledger text not null,
    login text not null,
    primary key (ledger, login)
);
create index auditor_ledger_login on access.auditor_ledger (login);
