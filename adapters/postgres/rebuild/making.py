"""A build in the making: it catches up beside those who write, and takes the live one's place."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from adapters import log
from adapters.errors import Unavailable
from adapters.postgres.lookup import Desk
from adapters.postgres.pool import Pool, set_scope
from adapters.postgres.rebuild.builds import (
    Bench,
    HeadLockedError,
    begin,
    clear,
    end_of,
    hold,
    make_live,
)
from adapters.postgres.rebuild.chunks import fits, fold_here
from adapters.postgres.rebuild.comparing import TableComparison, compare
from adapters.postgres.rebuild.refold import Refold, UnfoldableError
from adapters.postgres.rebuild.scribe import scribing
from adapters.postgres.statements import statement
from adapters.postgres.stored import Progress, StoredLedger
from domain.words import LedgerName
from projections.replay import Table

TURN_S: Final = 0.03
"""How much is folded while nobody else can write, unless they write faster than that is."""

SHARE_GAINED: Final = 0.25
"""What of all that is folded must be gained on those who write, or they are held up longer."""

WAITS_MAX: Final = 30
"""How often the head is waited for, which takes a minute, before it is given up."""

T = TypeVar("T")


@dataclass(kw_only=True, slots=True)
class Making:
    """A build that is this session's; `longest_hold_s` is the longest that others had to wait."""

    bench: Bench
    build: int
    progress: Progress
    longest_hold_s: float = 0.0
    refold: Refold = field(init=False)

    def __post_init__(self) -> None:
        self.refold = Refold(self.bench.ledger)

    def catch_up(self) -> None:
        """Fold until little is left, or until others write about as fast as this does."""
        while True:
            begun, end = self.refold.seq, self._end()
            self.progress("events", begun, end)
            self._fold_until(end)
            left, folded = self._end() - self.refold.seq, self.refold.seq - begun
            if left * self.refold.pace_s <= TURN_S or left > (1 - SHARE_GAINED) * folded:
                return

    def take_over(self) -> int:
        """Fold what is left and become the live build; returns the build that it replaces.

        Others wait for a turn of a few milliseconds. Where they write faster than is folded
        meanwhile, each turn is longer than the last, until they are gained on.
        """
        hold_s = TURN_S
        while True:
            end, seq = self._end(), self.refold.seq
            replaced = insisting(self.bench, partial(self.turn, hold_s), progress=self.progress)
            if replaced is not None:
                return replaced
            # What is too large for a turn is folded beside those who write.
            self._chunk()
            written, folded = self._end() - end, self.refold.seq - seq
            if written > (1 - SHARE_GAINED) * folded or folded == 0:
                hold_s *= 2

    def turn(self, hold_s: float) -> int | None:
        """Fold with the head held; returns the build that is replaced, None where some is left.

        Raises Unavailable where events are missing that the head has seen.
        """
        room = int(hold_s / self.refold.pace_s)
        replaced, held = None, None
        try:
            with self.bench.desk(self.build) as desk:
                end = hold(desk)
                held = time.monotonic()
                while room > 0 and fits(self.refold, desk, events=room):
                    room -= fold_here(self.refold, desk, events=room)
                if self.refold.seq == end.seq:
                    replaced = make_live(desk)
                elif room > 0 and self.refold.is_out:
                    raise Unavailable(
                        f"ledger {self.bench.ledger} has no event {self.refold.seq + 1}, though it "
                        f"has come to {end.seq}, and its tables stay as they are: verify it"
                    )
        finally:
            if held is not None:
                self.waited_since(held)
        return replaced

    def compared(self, tables: Sequence[Table]) -> tuple[TableComparison, ...]:
        """Catch up with the head of one moment, and hold the build against the one live then.

        Nobody waits for it.
        """
        connection, ledger = self.bench.connection, self.bench.ledger
        with connection.transaction():
            connection.execute(statement("check_snapshot"))
            connection.execute(statement("verify_patiently"))
            set_scope(connection, ledger)
            with connection.pipeline() as pipeline:
                desk = Desk(
                    connection=connection, pipeline=pipeline, ledger=ledger, build=self.build
                )
                end = end_of(desk)
                while self.refold.seq < end.seq and fold_here(self.refold, desk):
                    self.refold.shed()
                    self.progress("events", self.refold.seq, end.seq)
            store = StoredLedger(connection=connection, ledger=ledger, progress=self.progress)
            return tuple(compare(store, table, live=end.build, made=self.build) for table in tables)

    def discard(self, build: int) -> None:
        """Delete a build that is this session's: this one, or the one that it has replaced."""
        clear(self.bench, build, told=lambda rows: self.progress("rows deleted", rows, 0))

    def waited_since(self, held: float) -> None:
        """Note that others could not write from then on, by the monotonic clock, and can again."""
        self.longest_hold_s = max(self.longest_hold_s, time.monotonic() - held)

    def _fold_until(self, end: int) -> None:
        """Fold beside those who write, each chunk while the rows of the last are being written."""
        with scribing(self.bench, self.build, after=self.refold.taken) as scribe:
            while self.refold.seq < end:
                stored = scribe.read() if self.refold.is_out else ()
                begun = time.monotonic()
                self.refold.take(stored)
                folded = self.refold.fold(scribe.look_up)
                if not folded.events:
                    # The head says that there are more than there are.
                    return
                self.refold.paced(folded.events, time.monotonic() - begun + scribe.took_s)
                scribe.write(folded)
                self.refold.shed()
                self.progress("events", self.refold.seq, end)

    def _chunk(self) -> None:
        """Fold one chunk beside those who write."""
        with self.bench.desk(self.build) as desk:
            # It may take its time: it holds nothing that anybody waits for.
            desk.connection.execute(statement("verify_patiently"))
            fold_here(self.refold, desk)
        self.refold.shed()

    def _end(self) -> int:
        with self.bench.desk() as desk:
            return end_of(desk).seq


def insisting(bench: Bench, do: Callable[[], T], *, progress: Progress) -> T:
    """What this comes to once the head can be taken; raises Unavailable where it stays locked."""
    for waited in range(1, 1 + WAITS_MAX):
        try:
            return do()
        except HeadLockedError:
            # Whoever is stopped with the head is timed out by the server, and nobody else is.
            bench.connection.execute(statement("end_stalled"))
            progress("waits for the head", waited, WAITS_MAX)
    raise Unavailable(
        f"others keep ledger {bench.ledger} locked, and nothing was changed: ask again"
    )


@contextmanager
def making(pool: Pool, ledger: LedgerName, *, progress: Progress) -> Generator[Making]:
    """Begin a build, on a connection of its own, once what others have left behind is deleted.

    Raises NotFound, Conflict where somebody else is at one, and Unavailable where an event can't be
    folded; the live build is as it was then.
    """
    with pool.connection() as connection:
        try:
            bench = Bench(connection=connection, ledger=ledger)
            begun = insisting(bench, partial(begin, bench), progress=progress)
            made = Making(bench=bench, build=begun.build, progress=progress)
            made.waited_since(begun.held_since)
            for each in begun.leftovers:
                made.discard(each)
            try:
                yield made
            except UnfoldableError as error:
                made.discard(made.build)
                reference = log.fault(error.__cause__ or error)
                raise Unavailable(
                    f"{error} of ledger {ledger} can't be folded, and its tables stay as they are; "
                    f"the log has it under {reference}"
                ) from error
        except BaseException:
            # With the session goes the claim on the build: whoever comes next may begin at once.
            connection.close()
            raise
