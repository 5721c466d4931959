"""The parts of the service that every face is handed: one pool, and what is built on it."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from adapters.postgres.arrivals import Arrivals
from adapters.postgres.ledger import Ledger
from adapters.postgres.pool import Pool, open_pool
from adapters.postgres.reader import Reader
from adapters.postgres.shown import Shown
from adapters.postgres.tokens import Tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    """What faces hand their commands and questions to; `pool` is the readers' pool."""

    pool: Pool
    ledger: Ledger
    reader: Reader
    tokens: Tokens
    arrivals: Arrivals


@contextmanager
def serving(app_url: str, *, connections: int = 16, writers: int = 8) -> Generator[Services]:
    """The services on a migrated database; what is queued is carried out before they end.

    Writers have connections of their own: a pool hands its connections out in turn, and the write
    path is at its best on one whose plans are warm, and must not wait behind readers.
    """
    with open_pool(app_url, size=connections) as pool, open_pool(app_url, size=writers) as writing:
        ledger = Ledger(writing)
        arrivals = Arrivals(app_url)
        try:
            yield Services(
                pool=pool,
                ledger=ledger,
                reader=Reader(pool, ledger, Shown(pool)),
                tokens=Tokens(pool),
                arrivals=arrivals,
            )
        finally:
            arrivals.close()
            ledger.close()
