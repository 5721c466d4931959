-- Revoke a token that reaches no further than the caller does; revoking it again changes nothing.
update access.token set revoked_at = coalesce(revoked_at, clock_timestamp())
where id = %(id)s
    and (%(reaches_every)s or (not every_ledger and ledgers <@ %(reached)s))
returning id, name, kind, role, every_ledger, ledgers, login, created_at, expires_at, revoked_at
