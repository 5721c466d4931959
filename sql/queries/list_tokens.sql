-- Tokens that reach no further than the caller does, in the order of their ids, after a given one.
select id, name, kind, role, every_ledger, ledgers, login, created_at, expires_at, revoked_at
from access.token
where id > %(after)s
    and (%(reaches_every)s or (not every_ledger and ledgers <@ %(reached)s))
order by id
limit %(limit)s
