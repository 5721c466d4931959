"""Keeping a transaction alive through a long decision, and only as long as this process runs.

The server ends a session that is idle in its transaction for a few seconds, so that a process that
was stopped with a head does not hold all others up. One that decides for longer has to say so.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import Connection, Pipeline
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement

BEAT_S: Final = 1.0
"""Well within what the server allows, and with nothing to do before the first."""


@contextmanager
def heartbeat(
    connection: Connection[TupleRow], pipeline: Pipeline, *, beat_s: float = BEAT_S
) -> Generator[None]:
    """Let the server hear of the connection while nobody else uses it; the pipeline is synced."""
    done = threading.Event()

    def beat() -> None:
        while not done.wait(beat_s):
            try:
                connection.execute(statement("beat"))
                pipeline.sync()
            except psycopg.Error:
                # Whoever uses the connection next meets the same, and knows what it means there.
                return

    beating = threading.Thread(target=beat, name="heartbeat of a decision", daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()
        beating.join()
