"""The Postgres logins of auditors: made with a token of that role, and gone when it is revoked."""

from collections.abc import Iterable
from datetime import datetime

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement
from domain.words import LedgerName


def create_auditor(
    connection: Connection[TupleRow],
    *,
    login: str,
    password: str,
    ledgers: Iterable[LedgerName],
    expires_at: datetime | None,
) -> None:
    """Make a login that may read these ledgers until then, in the caller's transaction.

    The password is made a SCRAM verifier here, so that neither the server nor its log sees it.
    Raises the driver's errors: FL006 where a ledger does not exist, FL008 for a login that is of
    another shape or taken.
    """
    verifier = connection.pgconn.encrypt_password(
        password.encode(), login.encode(), b"scram-sha-256"
    )
    connection.execute(
        statement("create_auditor"),
        {
            "login": login,
            "verifier": verifier.decode(),
            "ledgers": sorted(ledgers),
            "expires_at": expires_at,
        },
    )


def drop_auditor(connection: Connection[TupleRow], login: str) -> None:
    """Take a login's ledgers and sessions away and drop it, in the caller's transaction.

    A login that is gone already is none to complain of. Raises the driver's errors: FL008 where the
    login is not an auditor's.
    """
    connection.execute(statement("drop_auditor"), {"login": login})
