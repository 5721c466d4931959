-- The claims of a fact in order, after a given one, as the events that they are. A range of one key, and its index's order: see
-- load_lines.
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    array(select p.salt from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as salts,
    array(select p.content from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as contents
from (
    select each.seq
    from read.claim as each
    where each.ledger = %(ledger)s
        and each.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and each.fact between %(fact)s and %(fact)s
        and each.seq > %(after)s
    order by each.fact, each.seq
    limit %(limit)s
) as c
cross join lateral (
    select * from ledger.event as each
    where each.ledger = %(ledger)s and each.seq between c.seq and c.seq
    order by each.seq
    limit 1
) as e
order by e.seq
