-- Which of the ledgers in scope exist.
select h.ledger from ledger.head as h where h.ledger = any (%(ledgers)s)
