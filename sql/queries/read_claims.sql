-- The claims of a fact in order, after a given one, as the events that they are.
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    array(select p.salt from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as salts,
    array(select p.content from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as contents
from read.claim as c
join ledger.head as h on h.ledger = c.ledger and h.build = c.build
join ledger.event as e on e.ledger = c.ledger and e.seq = c.seq
where c.ledger = %(ledger)s and c.fact = %(fact)s and c.seq > %(after)s
order by c.seq
limit %(limit)s
