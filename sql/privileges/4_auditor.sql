-- What an auditor may do: read the events, parts and read tables of the ledgers mapped to the login, and nothing else.
grant usage on schema ledger, read, access, audit to factledger_auditor;
grant select on ledger.event, ledger.part to factledger_auditor;
grant select (ledger, seq, leaf_hash, recorded_at, build) on ledger.head to factledger_auditor;
grant select on
    read.ledger, read.predicate, read.suggestion, read.fact, read.history, read.claim, read.axis, read.tombstone,
    read.refusal, read.conflict, read.review, read.voice, read.decision, read.derivation, read.statistic,
    read.foreign_event
to factledger_auditor;
grant select on access.auditor_ledger to factledger_auditor;
grant select on
    read.version, audit.event, audit.fact, audit.timeline, audit.duel, audit.tombstone, audit.review
to factledger_auditor;
grant execute on function
    audit.document(bytea), audit.verify(text), audit.visible_statuses(), audit.command_end(text, bigint),
    audit.fact_as_of(text, timestamptz, bigint), access.actor_name(text)
to factledger_auditor;
