-- Which versions of the projections one build of a ledger's tables was made with; the live one where none is named.
select r.projections
from read.ledger as r
where r.ledger = %(ledger)s
    and r.build = (select coalesce(%(build)s::integer, h.build) from ledger.head as h where h.ledger = %(ledger)s)
