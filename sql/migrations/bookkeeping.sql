-- Where migrations are noted: the numbered ones with their checksums, and the digest of all replaceable objects. Run first, each time.
create schema if not exists migration;
create table if not exists migration.applied (
    number integer not null primary key,
    name text not null,
    checksum bytea not null,
    applied_at timestamptz not null default clock_timestamp()
);
create table if not exists migration.replaced (
    one boolean not null primary key default true check (one),
    digest bytea not null,
    replaced_at timestamptz not null default clock_timestamp()
)
