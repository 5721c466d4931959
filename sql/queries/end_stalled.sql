-- End the service's sessions that hold what others wait for and have long been waiting for their client, which is stopped.
-- The server times out a client that is idle, but waits without end for one that is in the middle of a pipeline.
select pg_terminate_backend(a.pid)
from pg_stat_activity as a
where a.datname = current_database() and a.usename = session_user
    and a.backend_xid is not null and a.wait_event = 'ClientRead'
    and greatest(a.query_start, a.state_change) < clock_timestamp() - interval '5 seconds'
