-- Which of these commands were carried out before, with the digest of what each asked and where its events lie. A range of
-- one key, and its index's order: see load_claims.
select c.id, c.digest, c.first_seq, c.last_seq
from unnest(%(ids)s::text[]) as asked (id)
cross join lateral (
    select * from ledger.command as each
    where each.ledger = %(ledger)s and each.id between asked.id and asked.id
    order by each.id
    limit 1
) as c
