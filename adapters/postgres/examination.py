"""Looking a database over: what is well, what is worth knowing, what must be mended and how."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from psycopg import Connection
from psycopg.rows import TupleRow, class_row

from adapters.errors import SchemaMismatch
from adapters.postgres.errors import ours
from adapters.postgres.logins import SERVICE_SETTINGS
from adapters.postgres.migrate import require_schema, shipped
from adapters.postgres.pool import set_scope
from adapters.postgres.rebuild.standing import standings
from adapters.postgres.statements import statement
from domain.words import LedgerName

MAJOR_MIN: Final = 16
APART_MAX: Final = timedelta(seconds=5)
"""How far the clocks of the database and of this machine may lie apart."""

T = TypeVar("T")


class Standing(StrEnum):
    """How a thing that was looked at stands."""

    OK = "ok"
    NOTE = "note"
    """Nothing of ours is at risk, but an operator should know."""
    PROBLEM = "problem"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What was looked at, how it stands, and what mends it."""

    check: str
    standing: Standing
    detail: str
    mend: str | None = None


class _ServerRow(NamedTuple):
    version: str
    major: int
    fsync: str
    full_page_writes: str
    data_checksums: str
    clock: datetime


class _SettingRow(NamedTuple):
    name: str
    value: str


class _NameRow(NamedTuple):
    name: str


class _PublicRow(NamedTuple):
    kind: str
    name: str
    privileges: str


class _LocksRow(NamedTuple):
    public: bool


def ok(check: str, detail: str) -> Finding:
    """It is well."""
    return Finding(check=check, standing=Standing.OK, detail=detail)


def problem(check: str, detail: str, *, mend: str) -> Finding:
    """It must be mended."""
    return Finding(check=check, standing=Standing.PROBLEM, detail=detail, mend=mend)


def examine(connection: Connection[TupleRow]) -> Iterator[Finding]:
    """Look over the database that the service's login has come in to."""
    with ours():
        (server,) = _rows(connection, "examine_server", _ServerRow)
        yield from _server(server)
        yield _schema(connection)
        yield _settings(connection)
        yield _security(connection)
        yield _public(connection)
        yield _locks(connection)


def examine_heads(connection: Connection[TupleRow], ledgers: Sequence[LedgerName]) -> Finding:
    """Look whether the heads of these ledgers lie behind the database's clock."""
    with ours(), connection.transaction():
        set_scope(connection, *ledgers)
        ahead = _rows(connection, "examine_heads", _NameRow)
    if not ahead:
        return ok("heads", "every ledger's last event lies in the past")
    return problem(
        "heads",
        f"the last event lies ahead of the clock in {_names(ahead)}",
        mend="set the database's clock right: writes wait for it",
    )


def examine_builds(connection: Connection[TupleRow], ledgers: Sequence[LedgerName]) -> Finding:
    """Look whether the tables of these ledgers were made by this release, and nothing is left."""
    with ours():
        found = standings(connection, ledgers)
    old = [each.ledger for each in found if each.stale]
    if old:
        return problem(
            "tables",
            f"made by another release in {', '.join(old)}",
            mend="run factledger rebuild; factledger serve does it too, when it starts",
        )
    left = [each.ledger for each in found if each.left_over]
    if left:
        return Finding(
            check="tables",
            standing=Standing.NOTE,
            detail=f"a rebuild that was ended has left rows behind in {', '.join(left)}",
            mend="run factledger rebuild; factledger serve does it too, when it starts",
        )
    return ok("tables", "made by this release, and nothing is left of another build")


def _server(server: _ServerRow) -> Iterator[Finding]:
    if server.major >= MAJOR_MIN:
        yield ok("server", f"Postgres {server.version}")
    else:
        yield problem(
            "server", f"Postgres {server.version}", mend=f"use Postgres {MAJOR_MIN} or newer"
        )
    off = [name for name in ("fsync", "full_page_writes") if getattr(server, name) != "on"]
    if off:
        yield problem(
            "durability",
            f"{' and '.join(off)} off: a crash can lose or tear what was answered",
            mend="set it on in postgresql.conf and reload",
        )
    else:
        yield ok("durability", "what is answered is on the disk")
    if server.data_checksums != "on":
        yield Finding(
            check="checksums",
            standing=Standing.NOTE,
            detail="pages have no checksums: a disk's fault is seen late",
            mend="stop the server and run pg_checksums --enable",
        )
    apart = abs(datetime.now(UTC) - server.clock)
    if apart > APART_MAX:
        yield problem(
            "clock",
            f"the database's clock and this machine's lie {apart.total_seconds():.0f} s apart",
            mend="set the wrong one right",
        )
    else:
        yield ok("clock", "the database's clock agrees with this machine's")


def _schema(connection: Connection[TupleRow]) -> Finding:
    try:
        require_schema(connection)
    except SchemaMismatch as error:
        return problem("schema", error.detail, mend="run factledger migrate")
    return ok("schema", f"{shipped()[-1].name} is the last of {len(shipped())} migrations")


def _settings(connection: Connection[TupleRow]) -> Finding:
    names = list(SERVICE_SETTINGS)
    found = _rows(connection, "examine_settings", _SettingRow, names=names)
    other = [f"{each.name} is {each.value}" for each in found if not _as_wanted(each)]
    if not other:
        return ok("settings", ", ".join(f"{each.name} {each.value}" for each in found))
    return problem(
        "settings",
        ", ".join(other),
        mend="run factledger migrate, which sets them for the service's login",
    )


def _security(connection: Connection[TupleRow]) -> Finding:
    loose = _rows(connection, "examine_security", _NameRow)
    if not loose:
        return ok("row security", "forced on every table with a ledger column, and none is public")
    return problem(
        "row security",
        f"not forced, or open to PUBLIC, on {_names(loose)}",
        mend="run factledger migrate",
    )


def _public(connection: Connection[TupleRow]) -> Finding:
    granted = _rows(connection, "examine_public", _PublicRow)
    if not granted:
        return ok("public", "PUBLIC may connect at most")
    listed = ", ".join(f"{each.privileges} on {each.kind} {each.name}" for each in granted)
    return problem("public", f"PUBLIC has {listed}", mend="revoke it from public")


def _locks(connection: Connection[TupleRow]) -> Finding:
    (found,) = _rows(connection, "examine_locks", _LocksRow)
    if not found.public:
        return ok("locks", "PUBLIC has no advisory locks and no large objects")
    return Finding(
        check="locks",
        standing=Standing.NOTE,
        detail="PUBLIC may take advisory locks and make large objects; nothing of ours uses them",
        mend="revoke them from public, if nothing else in this cluster needs them",
    )


def _as_wanted(setting: _SettingRow) -> bool:
    return setting.value == SERVICE_SETTINGS[setting.name]


def _names(rows: Sequence[_NameRow]) -> str:
    return ", ".join(each.name for each in rows)


def _rows(
    connection: Connection[TupleRow], name: str, row: type[T], **parameters: object
) -> list[T]:
    cursor = connection.cursor(row_factory=class_row(row))
    # Without parameters the driver leaves a % alone, which format() has too.
    return cursor.execute(statement(name), parameters or None).fetchall()
