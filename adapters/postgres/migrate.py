"""Bringing a database to the schema of this program: numbered migrations once, the rest replaced.

Everything is one transaction, so a migration takes place or does not. A migration that was applied
is never edited: its checksum is compared. Functions, views and privileges are one object a file and
are replaced together whenever any of them differs from what was last applied.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.errors import SchemaMismatch, Unavailable
from adapters.postgres.statements import statement

_REPLACEABLE: Final = ("functions", "views", "privileges")
_EMBEDDED_ONLY: Final = "embedded_only.sql"
_BOOKKEEPING_TRIES: Final = 5
_REFUSED: Final = "FL009"


@dataclass(frozen=True, kw_only=True, slots=True)
class Migration:
    """One numbered file of sql/migrations."""

    number: int
    name: str
    text: bytes

    @property
    def checksum(self) -> bytes:
        """sha256 of the file, by which an edit of an applied migration is noticed."""
        return sha256(self.text).digest()


def shipped() -> tuple[Migration, ...]:
    """The migrations that this program comes with, in order."""
    return tuple(
        Migration(number=int(each.name[:4]), name=each.name, text=each.read_bytes())
        for each in _sql_files("migrations")
        if each.name[:4].isdigit()
    )


def migrate(
    connection: Connection[TupleRow],
    *,
    embedded: bool,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[str, ...]:
    """Bring the database to this program's schema; returns the names of what was applied, if any.

    `connection` is an administrator's, in autocommit. Raises SchemaMismatch where the database was
    migrated by a newer program, or with a migration of other content, or where a migration refuses
    what it finds there.
    """
    _make_bookkeeping(connection)
    done: list[str] = []
    with connection.transaction():
        connection.execute(statement("migration_lock"))
        for migration in _missing(connection):
            progress(f"applying {migration.name}")
            _apply(connection, migration)
            connection.execute(
                statement("migration_note"),
                {
                    "number": migration.number,
                    "name": migration.name,
                    "checksum": migration.checksum,
                },
            )
            done.append(migration.name)
        if _replace(connection, embedded=embedded):
            done.append("functions, views and privileges")
    return tuple(done)


def require_schema(connection: Connection[TupleRow]) -> None:
    """Raise SchemaMismatch unless the database has this program's schema, no more and no less."""
    try:
        missing = _missing(connection)
        replaced = connection.execute(statement("migration_replaced")).fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.InsufficientPrivilege) as error:
        raise SchemaMismatch(
            "this database has no factledger in it: run `factledger migrate`"
        ) from error
    if missing:
        raise SchemaMismatch(
            f"this database lacks {missing[0].name}: run `factledger migrate --database ADMIN_URL`"
        )
    if replaced is None or replaced[0] != _digest(_replaceables()):
        raise SchemaMismatch(
            "this database has the functions, views and privileges of another release: run "
            "`factledger migrate --database ADMIN_URL` of the release that is to serve it"
        )


def _missing(connection: Connection[TupleRow]) -> list[Migration]:
    ours = {each.number: each for each in shipped()}
    applied: set[int] = set()
    for number, name, checksum in connection.execute(statement("migration_applied")):
        if number not in ours:
            raise SchemaMismatch(
                f"this database has had {name}, which this program does not know: use a newer one"
            )
        if checksum != ours[number].checksum:
            raise SchemaMismatch(f"this database has had another {name} than this program's")
        applied.add(number)
    return [each for number, each in ours.items() if number not in applied]


def _make_bookkeeping(connection: Connection[TupleRow]) -> None:
    # IF NOT EXISTS looks before it makes: two that begin at once can both look first, and the
    # slower one then meets the other's schema or table as a duplicate.
    for _ in range(_BOOKKEEPING_TRIES):
        try:
            with connection.transaction():
                connection.execute((files("sql") / "migrations" / "bookkeeping.sql").read_bytes())
        except (
            psycopg.errors.DuplicateSchema,
            psycopg.errors.DuplicateTable,
            psycopg.errors.UniqueViolation,
        ):
            continue
        except psycopg.errors.InsufficientPrivilege as error:
            raise Unavailable(
                "this role may not migrate: use a superuser or the owner of the database"
            ) from error
        return
    raise Unavailable("others keep migrating this database: try again")


def _replace(connection: Connection[TupleRow], *, embedded: bool) -> bool:
    texts = _replaceables()
    digest = _digest(texts)
    row = connection.execute(statement("migration_replaced")).fetchone()
    if row is not None and row[0] == digest:
        return False
    # A body may name what a later file makes.
    connection.execute(statement("migration_unchecked"))
    for folder, name, text in texts:
        if name == _EMBEDDED_ONLY and not embedded:
            continue
        if folder != "privileges":
            connection.execute(statement("migration_as_owner"))
        _run(connection, text)
    connection.execute(statement("migration_note_replaced"), {"digest": digest})
    return True


def _replaceables() -> list[tuple[str, str, bytes]]:
    return [
        (folder, each.name, each.read_bytes())
        for folder in _REPLACEABLE
        for each in _sql_files(folder)
    ]


def _digest(texts: Sequence[tuple[str, str, bytes]]) -> bytes:
    named = (name.encode() + b"\x00" + text for _, name, text in texts)
    return sha256(b"\x00".join(named)).digest()


def _apply(connection: Connection[TupleRow], migration: Migration) -> None:
    try:
        _run(connection, migration.text)
    except psycopg.DatabaseError as error:
        if error.sqlstate != _REFUSED:
            raise
        raise SchemaMismatch(
            f"{migration.name} can't be applied: {error.diag.message_primary}"
        ) from error


def _run(connection: Connection[TupleRow], text: bytes) -> None:
    connection.execute(text)
    # Whoever it was run as, or made itself, what comes next begins as the administrator.
    connection.execute(statement("migration_as_administrator"))


def _sql_files(folder: str) -> Iterator[Traversable]:
    found = [each for each in (files("sql") / folder).iterdir() if each.name.endswith(".sql")]
    return iter(sorted(found, key=lambda each: each.name))
