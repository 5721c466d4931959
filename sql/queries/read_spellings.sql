-- Every spelling that a source was named by. A range of one key, and its index's order: see load_claims.
select distinct c.source
from (
    select each.* from read.claim as each
    where each.ledger = %(ledger)s
        and each.build = (select h.build from ledger.head as h where h.ledger = %(ledger)s)
        and each.source_key between %(source)s and %(source)s
    order by each.source_key
) as c
