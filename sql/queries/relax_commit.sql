-- Let this transaction be answered before it is on the disk: for what may be lost with a crash of the server.
select set_config('synchronous_commit', 'off', true)
