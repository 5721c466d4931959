-- Facts of one object in the order of their ids, after a given one. A range of one key, and its index's order: see load_lines.
select
    f.fact, f.status, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.last_seq
from read.fact as f
where f.ledger = %(ledger)s
    and f.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
    and f.object_key between %(object)s and %(object)s
    and f.fact > %(after)s
    and f.status = any (%(statuses)s)
    and (%(predicate)s::bytea is null or f.predicate_key = %(predicate)s)
    and (%(source)s::bytea is null or (
        select true from read.claim as c
        where c.ledger = %(ledger)s and c.build = f.build
            and c.source_key between %(source)s and %(source)s and c.fact = f.fact
        order by c.source_key
        limit 1
    ))
order by f.object_key, f.fact
limit %(limit)s
