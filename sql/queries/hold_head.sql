-- Let nobody write to a ledger until the transaction ends; says where its chain ends and which build of its tables is live.
select seq, build from ledger.take(%(ledger)s)
