-- Have this connection notified of each commit to a ledger, on the channel that this returns.
select ledger.channel(%(ledger)s) as channel
from ledger.listen(%(ledger)s)
