"""Filling ledgers by the fastest way there is to write: batches, from two callers at once."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import psycopg
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from benchmarks.ground import Ground
from benchmarks.workload import claim, say
from domain.limits import BATCH_CLAIMS_MAX
from domain.words import LedgerName

CALLERS = 2
"""One batch is built while another is written."""

Told = Callable[[int], None]
"""Told of so much more that is done."""


def fill(on: Ground, ledger: LedgerName, facts: int, told: Told) -> None:
    """Have a ledger say the first so many claims of the workload; the tables are tidy then."""

    def put(first: int) -> int:
        last = min(first + BATCH_CLAIMS_MAX, facts)
        return say(on, ledger, map(claim, range(first, last)))

    with ThreadPoolExecutor(CALLERS) as callers:
        for done in callers.map(put, range(0, facts, BATCH_CLAIMS_MAX)):
            told(done)
    settle(on)


def settle(on: Ground) -> None:
    """What the server does by itself sooner or later, so that no window meets it half done."""
    with psycopg.connect(on.admin_url, autocommit=True) as connection:
        connection.execute("vacuum (analyze)")
        connection.execute("checkpoint")


@contextmanager
def progressing(what: str, total: int) -> Generator[Told]:
    """A bar on a terminal, and nothing elsewhere."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(what, total=total)
        yield partial(progress.advance, task)
