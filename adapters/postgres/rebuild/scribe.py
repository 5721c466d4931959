"""Writing the rows of one chunk and reading the events of another, while a third is folded."""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from adapters.postgres.events import EventRow
from adapters.postgres.lookup import Desk, LookedUp, look_up
from adapters.postgres.rebuild.builds import Bench
from adapters.postgres.rebuild.chunks import read_chunk, write_chunk
from adapters.postgres.rebuild.refold import Folded
from adapters.postgres.statements import statement
from domain.wanting import Wanted
from domain.words import Seq

T = TypeVar("T")


@contextmanager
def scribing(bench: Bench, build: int, *, after: Seq) -> Generator["Scribe"]:
    """A scribe of this build who reads on after this event; it has written all when this ends.

    Nobody else may use the bench meanwhile. Raises what writing raised: the build is lost then.
    """
    scribe = Scribe(bench, build, after=after)
    try:
        yield scribe
        scribe.settle()
    finally:
        scribe.rest()


class Scribe:
    """Reads the events that follow, and writes what they come to, in order; for one thread.

    `took_s` is how long the last chunk that was written took, with what was read beside it.
    """

    def __init__(self, bench: Bench, build: int, *, after: Seq) -> None:
        self.took_s = 0.0
        self._bench = bench
        self._build = build
        self._after = after
        self._waiting = deque[Sequence[EventRow]]()
        self._under_way: Future[Sequence[EventRow]] | None = None

    def read(self) -> Sequence[EventRow]:
        """The next chunk; nothing where no event follows."""
        if not self._waiting:
            self.settle()
        if not self._waiting:
            self._begin(None)
            self.settle()
        found = self._waiting.popleft() if self._waiting else ()
        if self._under_way is None:
            self._begin(None)
        return found

    def write(self, folded: Folded) -> None:
        """Have this written, and one more chunk read, beside what the caller does then."""
        self.settle()
        self._begin(folded)

    def look_up(self, wanted: Wanted) -> LookedUp:
        """What there is of what is wanted, behind all that was written."""
        self.settle()
        with self._bench.desk(self._build) as desk:
            _patiently(desk)
            return look_up(desk, wanted)

    def settle(self) -> None:
        """Wait for what is under way; raises what it raised."""
        if self._under_way is None:
            return
        found = self._under_way.result()
        # Only now: whoever is interrupted while waiting for it must still let it rest.
        self._under_way = None
        if found:
            self._after = Seq(found[-1].seq)
            self._waiting.append(found)

    def rest(self) -> None:
        """Wait until the bench is free, whatever comes of what is under way."""
        if self._under_way is not None:
            wait([self._under_way])

    def _begin(self, folded: Folded | None) -> None:
        # One chunk waits at most, however often the caller stops short within one.
        after = None if self._waiting else self._after
        self._under_way = _beside(partial(self._go, folded, after))

    def _go(self, folded: Folded | None, after: Seq | None) -> Sequence[EventRow]:
        begun = time.monotonic()
        with self._bench.desk(self._build) as desk:
            _patiently(desk)
            if folded is not None:
                write_chunk(desk, folded)
            found = () if after is None else read_chunk(desk, after)
        self.took_s = time.monotonic() - begun
        return found


def _beside(do: Callable[[], T]) -> Future[T]:
    """Do it in a thread of its own, for which a program that ends does not wait.

    The pipeline alone would not do: it waits wherever the socket takes no more.
    """
    future = Future[T]()

    def run() -> None:
        try:
            future.set_result(do())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, name="scribe of a rebuild", daemon=True).start()
    return future


def _patiently(desk: Desk) -> None:
    # It may take its time: it holds nothing that anybody waits for.
    desk.connection.execute(statement("verify_patiently"))
