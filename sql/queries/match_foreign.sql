-- Whether any event after a position matches one of the items: one of its types or any type, and all of its tags.
select exists (
    select from ledger.event as e
    join ledger.head as h on h.ledger = e.ledger
    left join read.foreign_event as f on f.ledger = e.ledger and f.build = h.build and f.seq = e.seq
    where e.ledger = %(ledger)s and e.seq > %(after)s
        and (
            json_array_length(%(items)s) = 0
            or exists (
                select from json_to_recordset(%(items)s) as item (types text[], tags text[])
                where (cardinality(item.types) = 0 or coalesce(f.type, e.type) = any (item.types))
                    and coalesce(f.tags, '{}') @> item.tags
            )
        )
)
