-- Note a new token, by the digest of its secret.
insert into access.token (id, name, kind, role, digest, every_ledger, ledgers, login, expires_at)
values (
    %(id)s, %(name)s, %(kind)s, %(role)s, %(digest)s, %(every_ledger)s, %(ledgers)s, %(login)s, %(expires_at)s
)
returning id, name, kind, role, every_ledger, ledgers, login, created_at, expires_at, revoked_at
