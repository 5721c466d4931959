"""Arrivals: waiting for ledgers to grow, on one connection for all who wait in a process.

A notification is no more than an alarm: where the ledger stands is read, and all that are waited
for are read again every moment, so that none has to come.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Generator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow, class_row

from adapters import log
from adapters.errors import Busy
from adapters.postgres.bell import Bell, hung
from adapters.postgres.statements import statement
from domain.words import LedgerName, Seq

LISTENER: Final = "factledger listener"
"""The application name of the connections that listen."""

POLL_S: Final = 0.5
"""How long a notification is waited for before one looks for oneself."""

CONNECT_S_MAX: Final = 10
"""How long a way to listen is tried."""

PAUSE_S: Final = 0.5
"""How long a database that could not be reached is left alone."""

LINGER_S: Final = 5
"""How long the connection is kept when nobody waits: who was answered mostly comes again."""

WAITERS_MAX: Final = 10_000
"""How many wait for one ledger: they take nobody's place who waits for another."""

_STOP_S_MAX: Final = 2
"""How long the end of the connection is waited for: one that is only being made takes longer."""

Arrival = Future[Seq | None]
"""The head of a ledger that has grown, or None where nothing is waited for any more."""


class Arrivals:
    """Who waits for which ledgers of a database; safe to use from any thread.

    It holds a thread and a connection while somebody waits, and a little longer.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._waiting: defaultdict[LedgerName, dict[Arrival, Seq]] = defaultdict(dict)
        self._waiters = 0
        self._wanted_at = 0.0
        self._heads: dict[LedgerName, Seq] = {}
        self._heard: set[LedgerName] = set()
        self._bell: Bell | None = None
        self._is_over = False
        self._is_lost = False
        self._thread: threading.Thread | None = None

    @property
    def waiters(self) -> int:
        """How many wait."""
        return self._waiters

    def expect(self, ledger: LedgerName, after: Seq) -> Arrival:
        """What comes once the ledger's head lies behind a position; cancel it to wait no more.

        A ledger that is not there is waited for in vain. Raises Busy where too many wait for it.
        """
        arrival = Arrival()
        with self._lock:
            known = self._heads.get(ledger, after)
            if self._is_over or known > after:
                arrival.set_result(None if self._is_over else known)
                return arrival
            if len(self._waiting.get(ledger, ())) >= WAITERS_MAX:
                raise Busy("too many wait for events of this ledger already", retry_after_s=1)
            self._waiting[ledger][arrival] = after
            self._waiters += 1
            if self._thread is None:
                self._wanted_at = time.monotonic()
                self._thread = threading.Thread(target=self._run, name="arrivals", daemon=True)
                self._thread.start()
            elif ledger not in self._heard:
                self._ring()
        arrival.add_done_callback(lambda each: self._forget(ledger, each))
        return arrival

    def release(self) -> None:
        """Let everybody go who waits, and whoever comes to wait from here on."""
        with self._lock:
            self._is_over = True
            waiting = [each for those in self._waiting.values() for each in those]
            self._ring()
        for each in waiting:
            _settle(each, None)

    def close(self) -> None:
        """Release everybody, and end the connection."""
        self.release()
        thread = self._thread
        if thread is not None:
            thread.join(_STOP_S_MAX)

    def _forget(self, ledger: LedgerName, arrival: Arrival) -> None:
        with self._lock:
            those = self._waiting[ledger]
            del those[arrival]
            if not those:
                del self._waiting[ledger]
            self._waiters -= 1

    def _ring(self) -> None:
        """Have the thread look at once at who waits, and whether any shall."""
        if self._bell is not None:
            self._bell.ring()

    def _run(self) -> None:
        while self._goes_on():
            try:
                self._follow()
            except psycopg.Error:
                if not self._is_lost:
                    log.entry("arrivals interrupted")
                self._is_lost = True
                time.sleep(PAUSE_S)

    def _goes_on(self) -> bool:
        """Whether this thread is wanted still; where it is not, the next one that waits has one."""
        now = time.monotonic()
        with self._lock:
            if self._waiters:
                self._wanted_at = now
            if now - self._wanted_at > LINGER_S:
                self._thread = None
            return self._thread is threading.current_thread() and not self._is_over

    def _follow(self) -> None:
        with listening(self._url) as connection, hung() as bell:
            self._is_lost = False
            channels: dict[str, LedgerName] = {}
            self._heads, self._heard, self._bell = {}, set(), bell
            notified: set[LedgerName] = set()
            look_at = time.monotonic()
            while self._goes_on():
                waited = self._waited()
                further = waited - self._heard
                channels.update({listen(connection, each): each for each in further})
                self._heard |= further
                # Waited for or not: who has read a head and is about to wait finds the next.
                due = notified | further
                if time.monotonic() >= look_at:
                    due |= waited
                    look_at = time.monotonic() + POLL_S
                self._tell(_heads(connection, due))
                heard = bell.notified(connection, wait_s=look_at - time.monotonic())
                notified = {channels[each.channel] for each in heard}

    def _waited(self) -> set[LedgerName]:
        with self._lock:
            return set(self._waiting)

    def _tell(self, heads: dict[LedgerName, Seq]) -> None:
        with self._lock:
            self._heads.update(heads)
            arrived = [
                (arrival, head)
                for ledger, head in heads.items()
                for arrival, after in self._waiting.get(ledger, {}).items()
                if head > after
            ]
        for arrival, head in arrived:
            _settle(arrival, head)


@contextmanager
def listening(url: str) -> Generator[Connection[TupleRow]]:
    """A connection to listen on; raises the driver's errors."""
    with psycopg.connect(
        url, autocommit=True, application_name=LISTENER, connect_timeout=CONNECT_S_MAX
    ) as connection:
        yield connection


class _ChannelRow(NamedTuple):
    channel: str


def listen(connection: Connection[TupleRow], ledger: LedgerName) -> str:
    """Have a connection notified of all that is committed to a ledger; returns the channel."""
    cursor = connection.cursor(row_factory=class_row(_ChannelRow))
    (found,) = cursor.execute(statement("listen"), {"ledger": ledger}).fetchall()
    return found.channel


class _HeadRow(NamedTuple):
    ledger: str
    seq: int


def _heads(connection: Connection[TupleRow], ledgers: set[LedgerName]) -> dict[LedgerName, Seq]:
    cursor = connection.cursor(row_factory=class_row(_HeadRow))
    rows = cursor.execute(statement("read_heads"), {"ledgers": list(ledgers)})
    return {LedgerName(row.ledger): Seq(row.seq) for row in rows}


def _settle(arrival: Arrival, head: Seq | None) -> None:
    # Who waits may have given up at this moment, or been let go.
    with suppress(InvalidStateError):
        arrival.set_result(head)
