"""Asking: one read-only snapshot, in one round trip, under the scope of the ledgers asked about."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

import psycopg
from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, args_row, class_row

from adapters.postgres.errors import Trouble, ours, trouble
from adapters.postgres.pool import Pool, set_scope
from adapters.postgres.statements import statement
from domain.words import LedgerName

T = TypeVar("T")
R = TypeVar("R")


class Snapshot:
    """A snapshot to send questions to; their rows are there once all of them have been sent."""

    def __init__(self, connection: Connection[TupleRow]) -> None:
        self._connection = connection

    def ask(self, name: str, parameters: Mapping[str, object], row: type[R]) -> Cursor[R]:
        """Send a named statement; `row` is the class its columns are the fields of."""
        cursor = self._connection.cursor(row_factory=class_row(row))
        return cursor.execute(statement(name), parameters)

    def ask_each(
        self, name: str, parameters: Mapping[str, object], made: Callable[..., R]
    ) -> Cursor[R]:
        """Send a named statement; each row is what `made` makes of its columns, in order."""
        cursor = self._connection.cursor(row_factory=args_row(made))
        return cursor.execute(statement(name), parameters)


def read(pool: Pool, ledgers: Collection[LedgerName], send: Callable[[Snapshot], T]) -> T:
    """What `send` returns, as `asked_in` has it. Raises our errors."""
    return insisting(pool, lambda pool: asked_in(pool, ledgers, send))


def asked_in(pool: Pool, ledgers: Collection[LedgerName], send: Callable[[Snapshot], T]) -> T:
    """What `send` returns, which is the cursors of the questions that it sent, ready to fetch.

    Every question sees the same snapshot, and nothing but the ledgers given. Raises the driver's
    errors.
    """
    with pool.connection() as connection, connection.pipeline():
        connection.execute(statement("begin_reading"))
        set_scope(connection, *ledgers)
        sent = send(Snapshot(connection))
        connection.execute(statement("end_reading"))
    return sent


def asked_alone(
    pool: Pool, name: str, parameters: Mapping[str, object], made: Callable[..., R]
) -> list[R]:
    """The rows of one statement that sets what scope it needs, and is a transaction by itself.

    Each row is what `made` makes of its columns, in order. Raises the driver's errors.
    """
    # Not as a context, which would commit once more what is committed.
    connection = pool.getconn()
    try:
        cursor = connection.cursor(row_factory=args_row(made))
        return cursor.execute(statement(name), parameters).fetchall()
    finally:
        pool.putconn(connection)


def insisting(pool: Pool, ask: Callable[[Pool], T]) -> T:
    """The answer of a database that may have been restarted since; raises our errors."""
    with ours():
        try:
            return ask(pool)
        except psycopg.Error as error:
            if trouble(error) is not Trouble.LOST:
                raise
            # Where the database was restarted every idle connection is dead, as this one was.
            pool.check()
            return ask(pool)
