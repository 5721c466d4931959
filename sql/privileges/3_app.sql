-- What the service may do: read all of a ledger in scope, write read tables and tokens, and append through functions.
grant usage on schema ledger, read, access to factledger_app;
grant select on ledger.event, ledger.part, ledger.command to factledger_app;
grant select on ledger.head to factledger_app;
grant select, insert, update, delete on ledger.build to factledger_app;
grant usage on schema migration to factledger_app;
grant select on migration.applied, migration.replaced to factledger_app;
grant select, insert, update, delete on
    read.ledger, read.predicate, read.suggestion, read.fact, read.history, read.claim, read.axis, read.tombstone,
    read.refusal, read.conflict, read.review, read.voice, read.decision, read.derivation, read.statistic,
    read.foreign_event, read.foreign_tag
to factledger_app;
grant select, insert, update on access.token to factledger_app;
grant select, insert, update, delete on access.shown to factledger_app;
grant execute on function
    access.scope(), ledger.channel(text), ledger.listen(text), ledger.event_types(), ledger.open(text),
    ledger.take(text), ledger.list_ledgers(text, integer), ledger.make_live(text, integer),
    ledger.clear_build(text, integer, integer),
    ledger.append(text, bytea[], integer[], smallint[], bytea[], bytea[], text[], bytea[])
to factledger_app;
-- An operator's `factledger psql` comes in as the service, and reads what an auditor reads.
grant usage on schema audit to factledger_app;
grant select on
    read.version, audit.event, audit.fact, audit.timeline, audit.duel, audit.tombstone, audit.review
to factledger_app;
grant execute on function
    audit.document(bytea), audit.verify(text), audit.visible_statuses(), audit.command_end(text, bigint),
    audit.fact_as_of(text, timestamptz, bigint), access.actor_name(text)
to factledger_app;
