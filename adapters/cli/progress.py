"""What is being waited for, shown on a terminal and nowhere else."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from adapters.postgres.stored import Progress as Told
from domain.words import LedgerName

if TYPE_CHECKING:
    from rich.status import Status


class Progress:
    """A line on standard error that the next one takes the place of."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Status | None = None

    def __call__(self, line: str) -> None:
        """Show a line in place of the one before; in a pipe, nothing."""
        if not self._console.is_terminal:
            return
        if self._console.is_dumb_terminal:  # it can't take a line back
            self._console.print(line, markup=False, highlight=False)
            return
        if self._status is None:
            self._status = self._console.status("")
            self._status.start()
        self._status.update(escape(line))

    def clear(self) -> None:
        """Take the line away: what it was about is done, and answers follow."""
        if self._status is not None:
            self._status.stop()
            self._status = None

    def teller(self, doing: str, ledger: LedgerName) -> Told:
        """What shows how far it has come with what is being done to a ledger."""

        def tell(what: str, done: int, of: int) -> None:
            self(f"{doing} {ledger}: {what} {done:,}{f' of {of:,}' if of else ''}")

        return tell


@contextmanager
def progress() -> Generator[Progress]:
    """A progress line that is gone when the block ends."""
    shown = Progress(Console(stderr=True))
    try:
        yield shown
    finally:
        shown.clear()
