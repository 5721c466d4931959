-- Where events match any of the items (one of its types or any, and all of its tags): their positions, in order.
-- Another program's event has the type and the tags that it came with; one of the ledger's own has its own type,
-- and a claim the tags of its facts. Each arm walks one index from a position and stops at the limit.
with live as materialized (
    select h.build from ledger.head as h where h.ledger = %(ledger)s
),
item as materialized (
    select * from json_to_recordset(%(items)s) as given (types text[], tags text[], tag_keys bytea[], facts bigint[])
)
select distinct found.seq
from live
cross join item
cross join lateral (
    (
        select e.seq
        from ledger.event as e
        where item.types = '{}' and item.tags = '{}'
            and e.ledger = %(ledger)s and e.seq > %(after)s and e.seq <= %(until)s
        order by e.seq
        limit %(limit)s
    )
    union all
    (
        select e.seq
        from ledger.event as e
        where item.types && ledger.event_types() and item.tags = '{}'
            and e.ledger = %(ledger)s and e.seq > %(after)s and e.seq <= %(until)s
            and e.type = any (item.types) and e.type <> 'Foreign'
        order by e.seq
        limit %(limit)s
    )
    union all
    (
        select typed.seq
        from unnest(item.types) as wanted (type)
        cross join lateral (
            select f.seq
            from read.foreign_event as f
            where item.tags = '{}'
                and f.ledger = %(ledger)s and f.build = live.build and f.type = wanted.type
                and f.seq > %(after)s and f.seq <= %(until)s
            order by f.seq
            limit %(limit)s
        ) as typed
        order by typed.seq
        limit %(limit)s
    )
    union all
    (
        select tagged.seq
        from (
            -- The rarest of the tags, counted no further than a hundred.
            select key
            from unnest(item.tag_keys) as key
            order by (
                select count(*) from (
                    select from read.foreign_tag as c
                    where c.ledger = %(ledger)s and c.build = live.build and c.tag_key = key
                        and c.seq > %(after)s and c.seq <= %(until)s
                    limit 100
                ) as counted
            )
            limit 1
        ) as rarest
        cross join lateral (
            select t.seq
            from read.foreign_tag as t
            where t.ledger = %(ledger)s and t.build = live.build and t.tag_key = rarest.key
                and t.seq > %(after)s and t.seq <= %(until)s
                -- Not a join: each event is looked up as the walk comes to it, and the limit ends both.
                and (
                    select f.tags @> item.tags and (item.types = '{}' or f.type = any (item.types))
                    from read.foreign_event as f
                    where f.ledger = %(ledger)s and f.build = live.build and f.seq between t.seq and t.seq
                    order by f.seq
                    limit 1
                )
            order by t.seq
            limit %(limit)s
        ) as tagged
    )
    union all
    (
        select d.seq
        from read.decision as d
        where (item.types = '{}' or 'FactAsserted' = any (item.types))
            and d.ledger = %(ledger)s and d.build = live.build and d.fact = item.facts[1] and d.type = 'FactAsserted'
            and d.seq > %(after)s and d.seq <= %(until)s
            -- Not a join: see above.
            and not exists (
                select from unnest(item.facts[2:]) as other (fact)
                where (
                    select true from read.decision as o
                    where o.ledger = %(ledger)s and o.build = live.build
                        and (o.fact, o.seq) >= (other.fact, d.seq) and (o.fact, o.seq) <= (other.fact, d.seq)
                    order by o.fact, o.seq
                    limit 1
                ) is not true
            )
        order by d.seq
        limit %(limit)s
    )
) as found
order by found.seq
limit %(limit)s
