"""A ledger as it is stored, read from end to end, with little of it in memory at once."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from psycopg import Connection, DataError
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Loader
from psycopg.rows import TupleRow, class_row
from psycopg.types.datetime import TimestamptzLoader

from adapters.postgres.errors import ours
from adapters.postgres.pool import Pool, set_scope
from adapters.postgres.statements import statement
from domain.verification import Finding, StoredEvent, StoredHead, StoredPart, spare_part
from domain.words import LedgerName
from projections.replay import Derived, Table

PAGE_ROWS: Final = 1_000

Progress = Callable[[str, int, int], None]
"""Told what is being read, how many of it were, and of how many; 0 where that is not known."""

T = TypeVar("T")


class HeadRow(NamedTuple):
    """Where a chain is said to end, and which build of its read tables is said to be live."""

    seq: int
    leaf_hash: bytes
    recorded_at: datetime | None
    build: int

    def stored(self) -> StoredHead:
        """The head without what is no part of the chain."""
        return StoredHead(seq=self.seq, leaf_hash=self.leaf_hash, recorded_at=self.recorded_at)


class _InstantOrNone(Loader):
    """Reads a time as None where Python has no such instant, as with infinity: to be found, too."""

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        super().__init__(oid, context)
        self._strict = TimestamptzLoader(oid, context)

    def load(self, data: Buffer) -> datetime | None:
        try:
            return self._strict.load(data)
        except DataError:
            return None


class _InstantOrText(Loader):
    """Reads a time as its text where Python has no such instant: it differs from none at all."""

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        super().__init__(oid, context)
        self._given = _InstantOrNone(oid, context)

    def load(self, data: Buffer) -> datetime | str:
        return self._given.load(data) or bytes(data).decode()


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredLedger:
    """One ledger as an open transaction sees it, read a page at a time."""

    connection: Connection[TupleRow]
    ledger: LedgerName
    progress: Progress

    def head(self) -> HeadRow | None:
        """The ledger's head, if it has one."""
        heads = list(self._rows("verify_head", HeadRow, {"ledger": self.ledger}))
        return heads[0] if heads else None

    def events(self, *, of: int) -> Iterator[StoredEvent | Finding]:
        """Every event with its parts, and a finding for parts without an event, in order."""
        named = {"ledger": self.ledger}
        events = self._counted("events", self._rows("verify_events", _EventRow, named), of=of)
        by_seq = groupby(self._rows("verify_parts", _PartRow, named), key=lambda row: row.seq)
        parts = ((seq, tuple(each.part() for each in rows)) for seq, rows in by_seq)
        waiting = next(parts, None)
        for event in events:
            while waiting is not None and waiting[0] < event.seq:
                yield spare_part(waiting[0])
                waiting = next(parts, None)
            if waiting is not None and waiting[0] == event.seq:
                yield event.with_parts(waiting[1])
                waiting = next(parts, None)
            else:
                yield event.with_parts(())
        if waiting is not None:
            yield spare_part(waiting[0])
        yield from (spare_part(seq) for seq, _ in parts)

    def rows(self, table: Table, *, build: int) -> Iterator[Derived]:
        """Every row of a table, in the build given where the table has builds.

        A time that is none in Python is there as its text, which no row that is right has.
        """
        _, _, name = table.name.partition(".")
        parameters = {"ledger": self.ledger, "build": build}
        rows = self._rows(f"verify_{name}", table.row, parameters, instants=_InstantOrText)
        return self._counted(f"rows of {table.name}", rows)

    def _rows(
        self,
        name: str,
        row: type[T],
        parameters: Mapping[str, object],
        *,
        instants: type[Loader] = _InstantOrNone,
    ) -> Iterator[T]:
        # Two builds of one table may be read at once.
        named = f"{name} {parameters.get('build')}"
        with self.connection.cursor(name=named, row_factory=class_row(row)) as cursor:
            cursor.itersize = PAGE_ROWS
            cursor.adapters.register_loader("timestamptz", instants)
            yield from cursor.execute(statement(name), parameters)

    def _counted(self, what: str, rows: Iterator[T], *, of: int = 0) -> Iterator[T]:
        for done, row in enumerate(rows):
            if done % PAGE_ROWS == 0:
                self.progress(what, done, of)
            yield row


def in_silence(_what: str, _done: int, _of: int) -> None:
    """For those who don't want to hear how it goes."""


@contextmanager
def patiently(pool: Pool, ledger: LedgerName) -> Generator[Connection[TupleRow]]:
    """A transaction that sees a ledger at one moment, and may take its time; raises our errors."""
    with ours(), pool.connection() as connection, connection.transaction():
        connection.execute(statement("verify_snapshot"))
        connection.execute(statement("verify_patiently"))
        set_scope(connection, ledger)
        yield connection


class _EventRow(NamedTuple):
    seq: int
    prev: bytes
    leaf_hash: bytes
    recorded_at: datetime | None
    type: str
    body: bytes

    def with_parts(self, parts: tuple[StoredPart, ...]) -> StoredEvent:
        return StoredEvent(**self._asdict(), parts=parts)


class _PartRow(NamedTuple):
    seq: int
    ord: int
    salt: bytes | None
    content: bytes | None

    def part(self) -> StoredPart:
        return StoredPart(ord=self.ord, salt=self.salt, content=self.content)
