"""Connections of the service's own role, and the scope that each transaction sets for itself."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, cast

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool

from adapters.errors import Unavailable
from adapters.postgres.errors import ours
from adapters.postgres.statements import statement
from domain.words import LedgerName

Pool = ConnectionPool[Connection[TupleRow]]

# Answers must not hang on how a role, a database or a host is set up.
_SESSION: Final = (
    "-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c client_encoding=UTF8"
)

POOL_WAIT_S: Final = 10.0


def open_pool(url: str, *, size: int = 16, wait_s: float = POOL_WAIT_S) -> Pool:
    """A pool of at most `size` connections to the database, opened and checked.

    Who asks for one waits `wait_s` for it at most.

    Raises Unavailable where the database can't be reached, or where the role could go round
    row-level security: as a superuser, as the owner, or with BYPASSRLS.
    """
    pool = Pool(
        url,
        min_size=1,
        max_size=size,
        timeout=wait_s,
        kwargs={
            "autocommit": True,
            "options": _SESSION,
            "application_name": "factledger",
            # Every statement is one of a fixed few, so each is worth preparing at its first use.
            "prepare_threshold": 0,
        },
        open=False,
    )
    try:
        pool.open(wait=True, timeout=POOL_WAIT_S)
        _refuse_power(pool)
    except psycopg.OperationalError as error:
        pool.close()
        raise Unavailable("the database can't be reached with the URL that was given") from error
    except BaseException:
        pool.close()
        raise
    return pool


def _refuse_power(pool: Pool) -> None:
    with pool.connection() as connection:
        row = connection.execute(statement("role_powers")).fetchone()
    superuser, bypasses, owner = cast("tuple[bool, bool, bool]", row)
    if superuser or bypasses or owner:
        raise Unavailable(
            "the service's role must not be a superuser, the owner or exempt from row-level "
            "security: use the URL that `factledger migrate` printed"
        )


@contextmanager
def scoped(pool: Pool, *ledgers: LedgerName) -> Generator[Connection[TupleRow]]:
    """One transaction whose rows are these ledgers' alone; the statements in it go as one pipeline.

    The scope is set in the transaction and ends with it, so no connection carries one back.
    """
    with ours(), pool.connection() as connection, connection.pipeline(), connection.transaction():
        set_scope(connection, *ledgers)
        yield connection


def set_scope(connection: Connection[TupleRow], *ledgers: LedgerName) -> None:
    """Let the transaction under way see and touch these ledgers alone."""
    connection.execute(statement("set_scope"), {"ledgers": ",".join(ledgers)})
