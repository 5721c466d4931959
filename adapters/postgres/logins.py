"""The login that the service comes in with: made by an administrator, powerful in nothing."""

import json
import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement

SERVICE_LOGIN: Final = "factledger_service"

SERVICE_SETTINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # A writer that is stopped while it holds a head must not hold up everybody else for long.
        "lock_timeout": "2s",
        "idle_in_transaction_session_timeout": "5s",
        "statement_timeout": "30s",
        # One plan for all parameters: what is planned for one ledger must suit any other.
        "plan_cache_mode": "force_generic_plan",
        # Every statement asks by key: reading a table to its end is wrong however small it looks,
        # and a plan made while it was small would be kept. Where a statement orders its rows, the
        # order names the index, which no sort may stand in for.
        "enable_seqscan": "off",
        "enable_hashjoin": "off",
        "enable_mergejoin": "off",
        "enable_sort": "off",
        # An answered write is on the disk, whatever the rest of the server is set to.
        "synchronous_commit": "on",
        # The statements are short: compiling one takes longer than running it.
        "jit": "off",
    }
)
"""What holds in every session of the service, in this database alone."""

_PASSWORD_BYTES: Final = 32


def fresh_password() -> str:
    """A password that nobody can guess."""
    return secrets.token_urlsafe(_PASSWORD_BYTES)


def ensure_service_login(
    connection: Connection[TupleRow], *, password: str | None = None
) -> str | None:
    """Make the service's login where it is missing and see to its group and settings.

    It gets the password that is given, or, when it is made now, a fresh one. Returns the password
    if it was set, None if the login keeps the one it has. Only a SCRAM verifier is sent.
    `connection` is an administrator's, in autocommit, to a database that was migrated.
    """
    with connection.transaction():
        # Two at once would both find no login: the second waits here until the first has made it.
        connection.execute(statement("migration_lock"))
        if password is None and not _exists(connection):
            password = fresh_password()
        order = {
            "login": SERVICE_LOGIN,
            "verifier": None if password is None else _verifier(connection, password),
            "settings": dict(SERVICE_SETTINGS),
        }
        connection.execute(statement("order_login"), {"order": json.dumps(order)})
        connection.execute(statement("ensure_login"))
    return password


def _exists(connection: Connection[TupleRow]) -> bool:
    row = connection.execute(statement("login_exists"), {"login": SERVICE_LOGIN}).fetchone()
    return cast("tuple[bool]", row)[0]


def _verifier(connection: Connection[TupleRow], password: str) -> str:
    return connection.pgconn.encrypt_password(
        password.encode(), SERVICE_LOGIN.encode(), b"scram-sha-256"
    ).decode()
