-- Every command of a ledger, in the order of its key.
select c.id, c.first_seq, c.last_seq
from ledger.command as c
where c.ledger = %(ledger)s
order by c.id
