-- End this transaction where it takes longer than any write does: its client is stopped, and it holds a head.
set local transaction_timeout = '10s'
