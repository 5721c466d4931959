-- Set the ledgers that this transaction may touch; the setting ends with the transaction.
select set_config('factledger.ledgers', %(ledgers)s, true)
