-- The bookkeeping of migrations belongs to whoever migrates; nobody else writes it.
revoke all on schema migration from public;
