-- The token of this digest, unless it was revoked or has expired.
select t.id, t.name, t.kind, t.role, t.every_ledger, t.ledgers
from access.token as t
where t.digest = %(digest)s
    and t.revoked_at is null
    and (t.expires_at is null or t.expires_at > clock_timestamp())
