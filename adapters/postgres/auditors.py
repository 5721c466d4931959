"""Auditors' own Postgres logins, made and dropped by definer functions."""

from collections.abc import Sequence

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement
from domain.words import LedgerName


def create_auditor(
    connection: Connection[TupleRow], *, login: str, password: str, ledgers: Sequence[LedgerName]
) -> None:
    """Make a login that reads these ledgers; only a SCRAM verifier of its password is sent."""
    verifier = connection.pgconn.encrypt_password(
        password.encode(), login.encode(), b"scram-sha-256"
    ).decode()
    connection.execute(
        statement("create_auditor"),
        {"login": login, "verifier": verifier, "ledgers": list(ledgers)},
    )


def drop_auditor(connection: Connection[TupleRow], login: str) -> None:
    """Drop an auditor's login and what it was granted."""
    connection.execute(statement("drop_auditor"), {"login": login})
