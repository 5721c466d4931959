"""The Postgres that factledger brings along: started by the first process that needs it, joined by
the others, stopped by the last one out.

What lies in a data folder:

    postgres/       the database itself; postgres.new/ while initdb makes it
    programs/       root's: a copy of Postgres's programs, where those of the wheel can't be reached
                    by the server's user; programs.new/ while it is being made
    postgres.log    what the server says; postgres.log.1, what it said before that grew long
    secrets/        0700; superuser.password, 0600
    run/            0700; the server's socket (elsewhere if the path is too long: see sockets)
    lock            flock: held while the server is being started or stopped
    users           flock, shared: held by each process that uses the server
    server          flock, shared: held by each process of the server itself
"""

from adapters.postgres.embedded.binaries import Binaries, shipped
from adapters.postgres.embedded.cluster import Cluster
from adapters.postgres.embedded.running import running

__all__ = ["Binaries", "Cluster", "running", "shipped"]
