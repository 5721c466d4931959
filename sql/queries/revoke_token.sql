-- Revoke a token; revoking it again changes nothing.
update access.token set revoked_at = coalesce(revoked_at, clock_timestamp())
where id = %(id)s
returning id, name, kind, role, every_ledger, ledgers, login, created_at, expires_at, revoked_at
