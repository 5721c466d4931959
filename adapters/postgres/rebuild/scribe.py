"""Writing the rows of one chunk and reading the events of another, while a third is folded."""

import time
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager

from adapters.postgres.events import EventRow
from adapters.postgres.lookup import Desk, LookedUp, look_up
from adapters.postgres.rebuild.builds import Bench
from adapters.postgres.rebuild.chunks import read_chunk, write_chunk
from adapters.postgres.rebuild.refold import Folded
from adapters.postgres.statements import statement
from domain.wanting import Wanted
from domain.words import Seq


@contextmanager
def scribing(bench: Bench, build: int, *, after: Seq) -> Generator["Scribe"]:
    """A scribe of this build who reads on after this event; it has written all when this ends.

    Nobody else may use the bench meanwhile. Raises what writing raised: the build is lost then.
    """
    # A thread, and not the pipeline alone: that waits wherever the socket takes no more.
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="scribe of a rebuild") as thread:
        scribe = Scribe(bench, build, thread, after=after)
        yield scribe
        scribe.settle()


class Scribe:
    """Reads the events that follow, and writes what they come to, in order; for one thread.

    `took_s` is how long the last chunk that was written took, with what was read beside it.
    """

    def __init__(self, bench: Bench, build: int, thread: Executor, *, after: Seq) -> None:
        self.took_s = 0.0
        self._bench = bench
        self._build = build
        self._thread = thread
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
        under_way, self._under_way = self._under_way, None
        found = under_way.result()
        if found:
            self._after = Seq(found[-1].seq)
            self._waiting.append(found)

    def _begin(self, folded: Folded | None) -> None:
        # One chunk waits at most, however often the caller stops short within one.
        after = None if self._waiting else self._after
        self._under_way = self._thread.submit(self._go, folded, after)

    def _go(self, folded: Folded | None, after: Seq | None) -> Sequence[EventRow]:
        begun = time.monotonic()
        with self._bench.desk(self._build) as desk:
            _patiently(desk)
            if folded is not None:
                write_chunk(desk, folded)
            found = () if after is None else read_chunk(desk, after)
        self.took_s = time.monotonic() - begun
        return found


def _patiently(desk: Desk) -> None:
    # It may take its time: it holds nothing that anybody waits for.
    desk.connection.execute(statement("verify_patiently"))
