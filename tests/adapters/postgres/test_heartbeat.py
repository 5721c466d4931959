"""A decision that takes its time is not taken for a process that was stopped."""

import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import cast

import psycopg
import pytest
from psycopg import Connection, Pipeline
from psycopg.rows import TupleRow

from adapters.postgres.heartbeat import heartbeat
from adapters.postgres.pool import open_pool
from tests.database import Database

PATIENCE_S = 0.3


@contextmanager
def transaction(database: Database) -> Generator[tuple[Connection[TupleRow], Pipeline]]:
    """A transaction of a server that is less patient than it is with the service."""
    with (
        open_pool(database.app_url, size=1) as pool,
        pool.connection() as connection,
        connection.pipeline() as pipeline,
        connection.transaction(),
    ):
        patience = f"set local idle_in_transaction_session_timeout = '{PATIENCE_S}s'"
        connection.execute(patience.encode())
        pipeline.sync()
        yield connection, pipeline


def long_decision(database: Database, *, beating: bool) -> int:
    """What a transaction answers behind a decision that outlasts the server's patience."""
    with transaction(database) as (connection, pipeline):
        beat: AbstractContextManager[None] = nullcontext()
        if beating:
            beat = heartbeat(connection, pipeline, beat_s=PATIENCE_S / 5)
        with beat:
            time.sleep(PATIENCE_S * 4)
        return cast("tuple[int]", connection.execute("select 7").fetchone())[0]


def test_a_transaction_outlives_the_servers_patience_while_its_heart_beats(
    database: Database,
) -> None:
    assert long_decision(database, beating=True) == 7
    with pytest.raises(psycopg.OperationalError):
        long_decision(database, beating=False)
