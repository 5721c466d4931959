"""Builds of a ledger's tables: whose they are, how one becomes the live one, and how one goes.

Whoever makes a build has a row that names its session. As long as the server knows that session
the build is its maker's; once it is gone, whoever comes next takes the build over and deletes it.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from psycopg import Connection
from psycopg.errors import LockNotAvailable
from psycopg.rows import TupleRow, class_row

from adapters.errors import Conflict, NotFound
from adapters.postgres.lookup import Desk
from adapters.postgres.pool import set_scope
from adapters.postgres.statements import statement
from domain.words import LedgerName, Seq

CLEARED_ROWS: Final = 10_000
"""How many rows of a build are deleted in one transaction."""


class HeadLockedError(Exception):
    """Somebody else has held the head for so long that it could not be taken."""


class End(NamedTuple):
    """Where a chain ends, and which build of its tables is live."""

    seq: int
    build: int


class _BuildRow(NamedTuple):
    build: int
    seq: int
    begun_at: datetime
    is_at_work: bool


class _NumberRow(NamedTuple):
    build: int


class _SeqRow(NamedTuple):
    seq: int


class _ReplacedRow(NamedTuple):
    replaced: int


class _ClearedRow(NamedTuple):
    cleared: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """The one session that works at a ledger's builds, in one short transaction after another."""

    connection: Connection[TupleRow]
    ledger: LedgerName

    @contextmanager
    def desk(self, build: int | None = None) -> Generator[Desk]:
        """A transaction with the ledger in scope, and its pipeline."""
        with self.connection.pipeline() as pipeline, self.connection.transaction():
            set_scope(self.connection, self.ledger)
            yield Desk(
                connection=self.connection, pipeline=pipeline, ledger=self.ledger, build=build
            )


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A build that this session makes now, and those that are left of makers who are gone.

    `held_since` is when the head was taken for that, by the monotonic clock.
    """

    build: int
    leftovers: tuple[int, ...]
    held_since: float


def begin(bench: Bench) -> Begun:
    """Begin another build.

    Raises NotFound, HeadLockedError, and Conflict where somebody else is at one.
    """
    with bench.desk() as desk:
        # Under the head, so that no build is begun or made live meanwhile.
        end = hold(desk)
        held_since = time.monotonic()
        found = desk.ask("load_builds", class_row(_BuildRow), {})()
        at_work = [each for each in found if each.is_at_work]
        if at_work:
            # The last is what is being made; those before it were left by others, and are deleted.
            raise _taken(bench.ledger, at_work[-1], end)
        for each in found:
            desk.connection.execute(
                statement("adopt_build"), {"ledger": bench.ledger, "build": each.build}
            )
        (made,) = desk.ask("begin_build", class_row(_NumberRow), {})()
        leftovers = tuple(each.build for each in found)
        return Begun(build=made.build, leftovers=leftovers, held_since=held_since)


def hold(desk: Desk) -> End:
    """Take the head, so that nobody else writes until the transaction ends.

    Raises NotFound and HeadLockedError.
    """
    try:
        found = desk.ask("hold_head", class_row(End), {})()
    except LockNotAvailable as error:
        raise HeadLockedError from error
    # Behind a sync the server takes us for idle, and times us out should we be stopped.
    desk.rest()
    if not found:
        raise NotFound("there is no such ledger")
    return found[0]


def end_of(desk: Desk) -> End:
    """Where the chain ends now; raises NotFound."""
    found = desk.ask("load_end", class_row(End), {})()
    desk.rest()
    if not found:
        raise NotFound("there is no such ledger")
    return found[0]


def advance(desk: Desk, seq: Seq) -> None:
    """Note how far the build has come; raises Conflict where it is not this session's any more."""
    if not desk.ask("advance_build", class_row(_SeqRow), {"seq": seq})():
        raise Conflict(f"another session has taken over the rebuild of ledger {desk.ledger}")


def make_live(desk: Desk) -> int:
    """Let the build take the place of the live one; returns the one that it replaces."""
    (found,) = desk.ask("make_live", class_row(_ReplacedRow), {})()
    return found.replaced


def clear(bench: Bench, build: int, *, told: Callable[[int], None]) -> None:
    """Delete a build that is this session's, chunk by chunk; `told` is how many rows have gone."""
    gone = 0
    while True:
        with bench.desk(build) as desk:
            asked = {"rows": CLEARED_ROWS}
            (found,) = desk.ask("clear_build", class_row(_ClearedRow), asked)()
            if found.cleared == 0:
                named = {"ledger": bench.ledger, "build": build}
                desk.connection.execute(statement("end_build"), named)
                return
        gone += found.cleared
        told(gone)


def _taken(ledger: LedgerName, build: _BuildRow, end: End) -> Conflict:
    since = f"{build.begun_at:%Y-%m-%d %H:%M:%S} UTC"
    return Conflict(
        f"ledger {ledger} is being rebuilt since {since}: {build.seq:,} of {end.seq:,} events"
    )
