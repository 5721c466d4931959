"""Renewing what an earlier release has made: beside a service that answers meanwhile.

A ledger whose tables were made by other versions of the projections is answered from as it is, and
rebuilt in the background, one ledger after another, until nothing is left to be done.
"""

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from psycopg.rows import class_row

from adapters import log
from adapters.errors import Conflict, FactledgerError
from adapters.postgres.errors import ours
from adapters.postgres.pool import Pool
from adapters.postgres.rebuild.making import making
from adapters.postgres.rebuild.rebuilder import made_anew
from adapters.postgres.rebuild.standing import Standing, standings
from adapters.postgres.statements import statement
from adapters.postgres.stored import Progress
from domain.words import LedgerName

PAGE_LEDGERS: Final = 500

PAUSE_S: Final = 60
"""How long what could not be done is left alone; twice as long each time that some still is."""

PAUSE_S_MAX: Final = 3600

_STOP_S_MAX: Final = 2
"""How long its end is waited for: where the database is away, it waits for a connection longer."""


class _LedgerRow(NamedTuple):
    ledger: str


class _StoppingError(Exception):
    """The service is about to end."""


@contextmanager
def renewing(pool: Pool) -> Generator[None]:
    """For as long as the block lasts, rebuild what has to be, and say so in the log.

    What is left of rebuilds whose makers are gone is deleted too.
    """
    stop = threading.Event()
    thread = threading.Thread(target=_renew, args=(pool, stop), name="renewal", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(_STOP_S_MAX)


def _renew(pool: Pool, stop: threading.Event) -> None:
    def progress(_what: str, _done: int, _of: int) -> None:
        if stop.is_set():
            raise _StoppingError

    pause_s = PAUSE_S
    try:
        while not _renewed(pool, progress):
            if stop.wait(pause_s):
                return
            pause_s = min(2 * pause_s, PAUSE_S_MAX)
    except _StoppingError:
        pass
    except Exception as error:
        log.fault(error)


def _renewed(pool: Pool, progress: Progress) -> bool:
    """Go by all ledgers once; returns whether nothing is left to be done."""
    left = 0
    try:
        for page in _pages(pool):
            for each in page:
                progress("ledgers", 0, 0)  # which ends it where the service stops
                if each.stale or each.left_over:
                    left += not _renewed_one(pool, LedgerName(each.ledger), progress)
    except FactledgerError as error:
        log.entry("renewal interrupted", why=error.detail)
        return False
    return left == 0


def _renewed_one(pool: Pool, ledger: LedgerName, progress: Progress) -> bool:
    """Do what is to be done to a ledger; returns whether nothing is left of it."""
    try:
        # Looked at again: another service may have done it while those before it were rebuilt.
        with ours(), pool.connection() as connection:
            (standing,) = standings(connection, [ledger])
        if standing.stale:
            log.entry("rebuild of stale tables", ledger=ledger, projections=standing.stale)
            done = made_anew(pool, ledger, progress=progress)
            log.entry("rebuilt", ledger=ledger, build=done.build, events=done.events)
        elif standing.left_over:
            with ours(), making(pool, ledger, progress=progress) as made:
                made.discard(made.build)
    except Conflict:
        # Another service on this database is at it, and may end before it is done.
        return False
    except FactledgerError as error:
        log.entry("rebuild failed", ledger=ledger, why=error.detail)
        return False
    return True


def _pages(pool: Pool) -> Iterator[Sequence[Standing]]:
    """How all ledgers stand, so many at a time."""
    after = ""
    while True:
        with ours(), pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(_LedgerRow))
            asked = {"after": after, "limit": PAGE_LEDGERS}
            found = cursor.execute(statement("list_ledgers"), asked).fetchall()
            if not found:
                return
            page = standings(connection, [LedgerName(each.ledger) for each in found])
        yield page
        after = found[-1].ledger
