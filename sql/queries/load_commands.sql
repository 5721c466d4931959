-- Which of these commands were carried out before, with the digest of what each asked and where its events lie.
select c.id, c.digest, c.first_seq, c.last_seq
from ledger.command as c
where c.ledger = %(ledger)s and c.id = any (%(ids)s)
