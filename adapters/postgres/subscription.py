"""A subscription: the events that are there and those to come, through any loss of connection."""

import threading
import time
from collections import deque
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from eventsourcing.dcb.api import DCBQuery, DCBSequencedEvent, DCBSubscription
from eventsourcing.persistence import OperationalError, Queue, ShutDown

from adapters import log
from adapters.postgres.arrivals import PAUSE_S, POLL_S, listen, listening
from adapters.postgres.errors import ours
from adapters.postgres.library_errors import in_their_terms
from adapters.postgres.pool import Pool
from domain.words import LedgerName, Seq

if TYPE_CHECKING:
    from adapters.postgres.recorder import PostgresDCBRecorder

PULL_EVENTS: Final = 100


class Subscription(DCBSubscription["PostgresDCBRecorder"]):
    """An iterator over events that waits for the next one; to be read by one thread at a time.

    `stop`, from any thread, ends a waiting `next` at once, whatever the database does meanwhile.
    The thread that pulls, and the connection it listens on, end within moments of that.
    """

    def __init__(
        self,
        recorder: "PostgresDCBRecorder",
        query: DCBQuery | None,
        after: Seq,
        *,
        pool: Pool,
        ledger: LedgerName,
        listen_url: str | None,
    ) -> None:
        super().__init__(recorder, query, after)
        self._pool = pool
        self._ledger = ledger
        self._listen_url = listen_url or _way_into(pool)
        self._pulled: Queue[list[DCBSequencedEvent]] = Queue(maxsize=1)
        self._events: deque[DCBSequencedEvent] = deque()
        self._failure: Exception | None = None
        threading.Thread(target=self._run, name=f"subscription to {ledger}", daemon=True).start()

    def stop(self) -> None:
        """End the iteration, in whichever thread it is."""
        super().stop()
        self._pulled.shutdown(immediate=True)

    def __next__(self) -> DCBSequencedEvent:
        if not self._events:
            with suppress(ShutDown):
                self._events.extend(self._pulled.get())
        if self._has_been_stopped:
            raise StopIteration
        if not self._events and self._failure is not None:
            raise self._failure
        return self._events.popleft()

    def _run(self) -> None:
        try:
            while not self._has_been_stopped:
                self._follow_until_lost()
        except ShutDown:
            pass
        except Exception as error:
            # What was pulled before is still read; then `next` raises this.
            self._failure = error
            self._pulled.shutdown()

    def _follow_until_lost(self) -> None:
        try:
            with in_their_terms(), ours():
                self._follow()
        except OperationalError:
            if self._pool.closed:
                raise
            log.entry("subscription interrupted", ledger=self._ledger)
            time.sleep(PAUSE_S)

    def _follow(self) -> None:
        # Where there is no way to listen this pull is all there is, time and again.
        self._pull()
        with listening(self._listen_url) as connection:
            listen(connection, self._ledger)
            while not self._has_been_stopped:
                # Behind LISTEN: what is committed from here on is notified.
                self._pull()
                for _ in connection.notifies(timeout=POLL_S, stop_after=1):
                    pass

    def _pull(self) -> None:
        found = self._recorder.read(self._query, after=self._last_position)
        while events := list(islice(found, PULL_EVENTS)):
            self._pulled.put(events)
            self._last_position = events[-1].position
        # Nothing else matched up to there, so it needn't be searched again for what is rare.
        self._last_position = max(self._last_position, found.head or 0)


def _way_into(pool: Pool) -> str:
    return pool.conninfo if isinstance(pool.conninfo, str) else pool.conninfo()
