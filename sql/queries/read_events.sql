-- Events in order, after a position, of one type where one is asked for, with their parts.
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    array(select p.salt from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as salts,
    array(select p.content from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as contents
from ledger.event as e
where e.ledger = %(ledger)s and e.seq > %(after)s and (%(type)s::text is null or e.type = %(type)s)
order by e.seq
limit %(limit)s
