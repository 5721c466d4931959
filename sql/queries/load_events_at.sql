-- The events at these positions with their parts in order, as they are stored. A range of one key, and its index's order: see
-- load_claims.
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    array(select p.salt from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as salts,
    array(select p.content from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as contents
from unnest(%(positions)s::bigint[]) as asked (seq)
cross join lateral (
    select * from ledger.event as each
    where each.ledger = %(ledger)s and each.seq between asked.seq and asked.seq
    order by each.seq
    limit 1
) as e
order by e.seq
