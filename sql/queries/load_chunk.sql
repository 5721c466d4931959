-- Whole commands behind a position, as they are stored: about so many events and bytes, and at least one command.
with sized as materialized (
    select each.seq, sum(each.bytes) over (order by each.seq) as bytes
    from (
        select
            e.seq,
            octet_length(e.body) + coalesce(
                (select sum(octet_length(p.content)) from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq), 0
            ) as bytes
        from ledger.event as e
        where e.ledger = %(ledger)s and e.seq > %(after)s
        order by e.seq
        limit %(events)s
    ) as each
),
cut as materialized (
    select coalesce(max(seq) filter (where bytes <= %(bytes)s), min(seq)) as seq from sized
),
-- A body that can't be read ends here, for whoever reads it to say so.
ended as materialized (
    select cut.seq + coalesce((command.doc ->> 'n')::bigint - (command.doc ->> 'i')::bigint, 0) as seq
    from cut
    cross join lateral (
        select audit.document(each.body) -> 'command' as doc from ledger.event as each
        where each.ledger = %(ledger)s and each.seq between cut.seq and cut.seq
        order by each.seq
        limit 1
    ) as command
)
select
    e.seq, e.prev, e.leaf_hash, e.recorded_at, e.type, e.body,
    array(select p.salt from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as salts,
    array(select p.content from ledger.part as p where p.ledger = %(ledger)s and p.seq = e.seq order by p.ord) as contents
from ledger.event as e
where e.ledger = %(ledger)s and e.seq > %(after)s and e.seq <= (select ended.seq from ended)
order by e.seq
