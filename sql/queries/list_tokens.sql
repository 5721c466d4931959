-- Tokens in the order of their ids, after a given one.
select id, name, kind, role, every_ledger, ledgers, login, created_at, expires_at, revoked_at
from access.token
where id > %(after)s
order by id
limit %(limit)s
