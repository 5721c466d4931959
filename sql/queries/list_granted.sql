-- The ledgers in scope that exist, in order, after a given one.
select h.ledger from ledger.head as h
where h.ledger = any (%(ledgers)s) and h.ledger > %(after)s collate "C"
order by h.ledger collate "C"
limit %(limit)s
