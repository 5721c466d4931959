"""Calling psql: as whom, with which rows in sight, and with no password on its command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from adapters.errors import Invalid
from adapters.postgres.logins import SERVICE_SETTINGS
from domain.refusals import Refusal
from domain.words import LedgerName

_OPTIONS_BYTES_MAX: Final = 8_000
"""What a server takes in a session's first message is 10,000 bytes; the rest of it needs some."""

# What the service's login is held to for its own statements, and people's need not be.
_AT_LEISURE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "statement_timeout": "0",
        "idle_in_transaction_session_timeout": "0",
        **{name: "on" for name in SERVICE_SETTINGS if name.startswith("enable_")},
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A program with its arguments, and the environment to run it in."""

    command: tuple[str, ...]
    environment: Mapping[str, str]


def look_round(
    psql: Path,
    *,
    url: str,
    ledgers: Sequence[LedgerName],
    arguments: Sequence[str],
    environment: Mapping[str, str],
) -> Call:
    """A call of psql as the service, which sees these ledgers and may write nothing.

    Raises Invalid where they are too many to be named in a session's beginning.
    """
    scope = ",".join(ledgers)
    if len(scope) > _OPTIONS_BYTES_MAX:
        raise Invalid(
            Refusal(
                code="too_many",
                field="ledger",
                detail="there are too many for one session: name one with --ledger",
            )
        )
    wanted = {"factledger.ledgers": scope, "default_transaction_read_only": "on", **_AT_LEISURE}
    options = " ".join(f"-c {name}={value}" for name, value in wanted.items())
    return _call(psql, {"options": options}, url, arguments, environment)


def come_in_as(
    login: str,
    psql: Path,
    *,
    url: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
) -> Call:
    """A call of psql as another login, whose password is PGPASSWORD's or asked for."""
    return _call(psql, {"user": login, "password": None}, url, arguments, environment)


def _call(
    psql: Path,
    changes: Mapping[str, str | None],
    url: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
) -> Call:
    place = {**conninfo_to_dict(url), **changes}
    password = place.pop("password", None)
    # A history would keep what is erased, and a home may be read-only.
    surroundings = {"PSQL_HISTORY": "/dev/null", **environment}
    if password is not None:
        surroundings["PGPASSWORD"] = str(password)
    conninfo = make_conninfo(
        **{name: str(value) for name, value in place.items() if value is not None}
    )
    return Call(command=(str(psql), f"--dbname={conninfo}", *arguments), environment=surroundings)
