"""What an administrator's connection is for: making the database, and saying how to come in."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, cast
from urllib.parse import quote, urlencode

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow

from adapters.errors import Invalid, Unavailable
from adapters.postgres.errors import ours
from adapters.postgres.logins import SERVICE_LOGIN
from adapters.postgres.statements import statement
from domain.refusals import Refusal

DATABASE: Final = "factledger"
"""The ledger's database in the embedded server."""

_WAIT_S: Final = 10

# What belongs to the one who connects now and not to the place, or is written in the URL itself.
_OWN: Final = frozenset(
    {
        *("user", "password", "passfile", "host", "port", "dbname", "service", "servicefile"),
        *("options", "application_name", "fallback_application_name"),
        *("sslcert", "sslkey", "sslpassword", "sslcertmode", "require_auth"),
    }
)


@contextmanager
def connected(
    url: str, *, named: str = "database", wait_s: int = _WAIT_S
) -> Generator[Connection[TupleRow]]:
    """One connection in autocommit; raises Invalid for no URL, Unavailable with the reason.

    `named` is what the place is called; it is waited for as long as the URL says, else `wait_s`.
    """
    try:
        asked = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise Invalid(_no_url(named)) from error
    patience_s = asked.get("connect_timeout", wait_s)
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=patience_s)
    except psycopg.OperationalError as error:
        why = str(error).strip().splitlines()[0]
        raise Unavailable(f"the {named} can't be reached: {why}") from error
    with connection:
        yield connection


@contextmanager
def administering(url: str) -> Generator[Connection[TupleRow]]:
    """One connection of an administrator; raises Unavailable for one who lacks the rights too."""
    with connected(url) as connection, ours():
        try:
            yield connection
        except psycopg.errors.InsufficientPrivilege as error:
            raise Unavailable(
                "this role may not set up a database: use a superuser, or the one that did before"
            ) from error


def accepts(url: str) -> bool:
    """Whether the database lets one in with this URL."""
    try:
        with connected(url):
            return True
    except Unavailable:
        return False


def ensure_database(connection: Connection[TupleRow]) -> None:
    """Make the ledger's database in the embedded server where it is missing."""
    row = connection.execute(statement("database_exists")).fetchone()
    if not cast("tuple[bool]", row)[0]:
        connection.execute(statement("create_database"))


def admin_exists(connection: Connection[TupleRow]) -> bool:
    """Whether the database has a token that may administer."""
    row = connection.execute(statement("admin_exists")).fetchone()
    return cast("tuple[bool]", row)[0]


def login_url(connection: Connection[TupleRow], *, url: str, password: str | None) -> str:
    """The service's URL to the database that `connection` was opened to with `url`."""
    info = connection.info
    login = SERVICE_LOGIN if password is None else f"{SERVICE_LOGIN}:{quote(password, safe='')}"
    rest = {
        name: value
        for name, value in conninfo_to_dict(url).items()
        if name not in _OWN and value is not None
    }
    if info.host.startswith("/"):
        place, rest = "", {"host": info.host, "port": info.port, **rest}
    else:
        place = f"[{info.host}]" if ":" in info.host else info.host
        place = f"{place}:{info.port}"
    query = f"?{urlencode(rest, quote_via=quote)}" if rest else ""
    return f"postgresql://{login}@{place}/{quote(info.dbname, safe='')}{query}"


def _no_url(named: str) -> Refusal:
    return Refusal(
        code="no_url",
        field=named,
        detail="is no URL of a Postgres: write it like postgresql://USER:PASSWORD@HOST/DATABASE",
    )
