"""What the environment and the command line say of where to work: read once, checked once."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.errors import Invalid
from domain.limits import LEDGER_NAME, LEDGER_NAME_SPELT
from domain.refusals import Refusal
from domain.words import LedgerName

PREFIX: Final = "FACTLEDGER_"
"""What the names of our variables of the environment begin with."""

DEFAULT_DATA_DIR: Final = Path("factledger-data")
"""In the current folder: a home can be read-only, or closed to the user who runs Postgres."""

FIRST_LEDGER: Final = LedgerName("main")
"""The ledger that the first start opens, and the one that is meant where none is named."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Where to work: the Postgres at `database`, or where that is None the one in `data_dir`.

    `replica` is a standby of `database`, for questions.
    """

    data_dir: Path
    database: str | None
    token: str | None
    ledger: LedgerName | None
    sql_port: int | None = None
    replica: str | None = None


def settings(
    environment: Mapping[str, str],
    *,
    data_dir: str | None = None,
    database: str | None = None,
    ledger: str | None = None,
    sql_port: int | None = None,
    replica: str | None = None,
) -> Settings:
    """The settings that these options and this environment come to; an option goes first.

    Raises Invalid for an empty or ill-formed one, and where a folder and a database are both named.
    """
    if data_dir is None and database is None:
        data_dir = _from(environment, "DATA_DIR")
        database = _from(environment, "DATABASE")
    if data_dir is not None and database is not None:
        raise _invalid("database", "a data folder has a database of its own: name one of the two")
    if database is not None and sql_port is not None:
        raise _invalid("sql_port", "only the embedded database has one: leave it out")
    if database is None and replica is not None:
        raise _invalid("replica", "the embedded database has none: name its primary as `database`")
    if database is not None and replica is None:
        replica = _from(environment, "REPLICA")
    if ledger is None:
        ledger = _from(environment, "LEDGER")
    return Settings(
        data_dir=DEFAULT_DATA_DIR if data_dir is None else Path(_filled("data_dir", data_dir)),
        database=None if database is None else _filled("database", database),
        token=_from(environment, "TOKEN"),
        ledger=None if ledger is None else ledger_name(ledger, field="ledger"),
        sql_port=sql_port,
        replica=None if replica is None else _filled("replica", replica),
    )


def ledger_name(text: str, *, field: str) -> LedgerName:
    """The text as a ledger's name; raises Invalid where it can't be one."""
    if LEDGER_NAME.fullmatch(text) is None:
        raise _invalid(field, f"a ledger's name is {LEDGER_NAME_SPELT}: correct it")
    return LedgerName(text)


def _from(environment: Mapping[str, str], name: str) -> str | None:
    value = environment.get(PREFIX + name)
    return None if value is None else _filled(PREFIX + name, value)


def _filled(field: str, text: str) -> str:
    if not text.strip():
        raise _invalid(field, "is empty: give it a value, or leave it out")
    return text


def _invalid(field: str, detail: str) -> Invalid:
    return Invalid(Refusal(code="unfit_setting", field=field, detail=detail))
