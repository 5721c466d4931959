"""The parts of the service that every face is handed: one pool, and what is built on it."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from adapters.postgres.arrivals import Arrivals
from adapters.postgres.copies import Copies
from adapters.postgres.ledger import Ledger
from adapters.postgres.pool import Pool, open_pool
from adapters.postgres.reader import Reader
from adapters.postgres.replica import Replica, watched
from adapters.postgres.shown import Shown
from adapters.postgres.tokens import Tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    """What faces hand their commands and questions to.

    `pool` is the readers' pool on the primary; `replica` is where questions go while it is in use.
    """

    pool: Pool
    ledger: Ledger
    reader: Reader
    tokens: Tokens
    arrivals: Arrivals
    replica: Replica | None = None


@contextmanager
def serving(
    app_url: str, *, replica_url: str | None = None, connections: int = 16, writers: int = 8
) -> Generator[Services]:
    """The services on a migrated database; what is queued is carried out before they end.

    Questions go to its replica where one is named. What decides who may ask, and what is noted of
    an answer, stays with the primary: it holds at once, and no replica can be written to.

    Writers have connections of their own: a pool hands its connections out in turn, and the write
    path is at its best on one whose plans are warm, and must not wait behind readers.
    """
    with (
        open_pool(app_url, size=connections) as pool,
        open_pool(app_url, size=writers) as writing,
        ExitStack() as stack,
    ):
        replica = (
            None
            if replica_url is None
            else stack.enter_context(watched(replica_url, primary=app_url, size=connections))
        )
        ledger = Ledger(writing)
        arrivals = Arrivals(app_url)
        try:
            yield Services(
                pool=pool,
                ledger=ledger,
                reader=Reader(Copies(pool, replica), ledger, Shown(pool)),
                tokens=Tokens(pool),
                arrivals=arrivals,
                replica=replica,
            )
        finally:
            arrivals.close()
            ledger.close()
