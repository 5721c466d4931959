-- Every part of a ledger as it is stored, in the order of the events and of the parts of each.
select p.seq, p.ord, p.salt, p.content
from ledger.part as p
where p.ledger = %(ledger)s
order by p.seq, p.ord
