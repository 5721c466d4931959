-- The lines on which a source has claims, no more of them than asked. A range of one key, and its index's order: see load_claims.
select distinct c.subject_key, c.predicate_key, c.object_key
from (
    select * from read.claim as each
    where each.ledger = %(ledger)s
        and each.build = (select coalesce(%(build)s::integer, h.build) from ledger.head as h where h.ledger = %(ledger)s)
        and each.source_key between %(source)s and %(source)s
    order by each.source_key
) as c
limit %(limit)s
