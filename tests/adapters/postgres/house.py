"""A database with two ledgers in it, and everybody who comes to its door."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import Connection, sql
from psycopg.rows import TupleRow

from adapters.postgres.shown import Shown
from adapters.services import Services
from domain.grants import Grant
from domain.keys import LineKey
from domain.words import LedgerName
from tests.adapters.postgres.arguing import argue
from tests.adapters.postgres.auditing import auditor_of
from tests.database import Database
from tests.ledgers import write_fifty_events

MAIN, OTHER = LedgerName("main"), LedgerName("other")


@dataclass(frozen=True, kw_only=True, slots=True)
class House:
    """The ways into the database; the service and the auditor are to see one of the two ledgers."""

    superuser: Connection[TupleRow]
    service: Connection[TupleRow]
    auditor: Connection[TupleRow]
    stranger: Connection[TupleRow]


@contextmanager
def open_house(services: Services, admin: Grant, database: Database) -> Generator[House]:
    """Two ledgers with a row in every table, with an auditor of each, and everybody at the door."""
    for name in (MAIN, OTHER):
        write_fifty_events(services, admin, name)
        argue(services, admin, name)
        Shown(services.pool).mark(admin, name, [LineKey(b"subject", b"predicate", b"object")])
    auditor_of(services, database, OTHER)
    auditor = auditor_of(services, database, MAIN)
    with (
        psycopg.connect(database.admin_url, autocommit=True) as superuser,
        psycopg.connect(database.app_url, autocommit=True) as service,
        psycopg.connect(auditor.url, autocommit=True) as audit,
        _stranger(superuser, database) as stranger_url,
        psycopg.connect(stranger_url, autocommit=True) as stranger,
    ):
        service.execute("select set_config('factledger.ledgers', 'main', false)")
        audit.execute("set default_transaction_read_only = off")
        superuser.execute(
            "insert into ledger.build select ledger, build + 1, 0, now(), 0, now() from ledger.head"
        )
        yield House(superuser=superuser, service=service, auditor=audit, stranger=stranger)


@contextmanager
def _stranger(superuser: Connection[TupleRow], database: Database) -> Generator[str]:
    """The way in of a login that was let into the database and given nothing."""
    name, here = sql.Identifier("stranger"), sql.Identifier(database.name)
    superuser.execute(sql.SQL("create role {} login password 'known'").format(name))
    superuser.execute(sql.SQL("grant connect on database {} to {}").format(here, name))
    yield database.url_for("stranger", "known")
    superuser.execute(sql.SQL("drop owned by {}").format(name))
    superuser.execute(sql.SQL("drop role {}").format(name))
