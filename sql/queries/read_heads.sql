-- Where the chains of ledgers end, of those that are there. It sets the scope for itself: see read_current.
with scope as materialized (
    select set_config('factledger.ledgers', array_to_string(%(ledgers)s::text[], ','), true) as ledgers
)
select h.ledger, h.seq
from scope
cross join lateral unnest(string_to_array(scope.ledgers, ',')) as asked (ledger)
cross join lateral (
    select each.ledger, each.seq
    from ledger.head as each
    where each.ledger = asked.ledger
    limit 1
) as h
