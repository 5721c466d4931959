-- Facts of one subject's predicate in the order of their ids, after a given one. A range of one key, and its index's order: see
-- load_lines. They are found first and ordered then, since their index has them by object.
with found as materialized (
    select f.*
    from read.fact as f
    where f.ledger = %(ledger)s
        and f.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and (f.subject_key, f.predicate_key) >= (%(subject)s::bytea, %(predicate)s::bytea)
        and (f.subject_key, f.predicate_key) <= (%(subject)s::bytea, %(predicate)s::bytea)
        and (%(object)s::bytea is null or f.object_key = %(object)s)
        and f.fact > %(after)s
        and f.status = any (%(statuses)s)
    order by f.subject_key, f.predicate_key
)
select
    f.fact, f.status, f.subject, f.predicate, f.object_kind, f.object_text, f.object_unit,
    f.claims, f.sources, f.observed_at, f.recorded_at, f.last_seq
from found as f
where %(source)s::bytea is null or (
    select true from read.claim as c
    where c.ledger = %(ledger)s and c.build = f.build
        and c.source_key between %(source)s and %(source)s and c.fact = f.fact
    order by c.source_key
    limit 1
)
order by f.fact
limit %(limit)s
