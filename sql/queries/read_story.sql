-- The claims of a fact and what was decided of it, as the events that they are, in order, after a given one. What was decided
-- of a fact that has joined this one since is told with it.
with named as materialized (
    select c.seq
    from read.claim as c
    where c.ledger = %(ledger)s
        and c.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and c.fact between %(fact)s and %(fact)s
    order by c.fact, c.seq
),
told as (
    select seq from named where seq > %(after)s
    union
    select d.seq
    from (select seq from named union select %(fact)s) as fact (id)
    cross join lateral (
        select each.seq
        from read.decision as each
        where each.ledger = %(ledger)s
            and each.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
            and each.fact between fact.id and fact.id and each.seq > %(after)s
            -- A claim that carries another fact now carried this one once: that is told of the past alone.
            and (%(known)s::bigint is not null or each.type <> 'FactAsserted')
        order by each.fact, each.seq
    ) as d
)
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    array(select p.salt from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as salts,
    array(select p.content from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as contents
from (
    select seq from told
    where %(known)s::bigint is null or seq <= %(known)s
    order by seq
    limit %(limit)s
) as t
cross join lateral (
    select * from ledger.event as each
    where each.ledger = %(ledger)s and each.seq between t.seq and t.seq
    order by each.seq
    limit 1
) as e
order by e.seq
