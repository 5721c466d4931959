"""What Postgres' own tools dump and restore is the same ledger, to the byte and the microsecond."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import psycopg
from psycopg import sql

from adapters.postgres.embedded.binaries import shipped
from adapters.postgres.logins import ensure_service_login
from adapters.postgres.verifier import Depth, Verifier
from adapters.services import Services, serving
from domain.words import LedgerName, Seq
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller
from tests.database import Database, grant_connect


@contextmanager
def restored(database: Database) -> Generator[Database]:
    """A new database with what a dump of this one holds."""
    copy = replace(database, name=f"{database.name}_restored")
    programs = shipped().folder
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(copy.name)))
        dump = subprocess.run(
            [programs / "pg_dump", "--dbname", database.admin_url], check=True, capture_output=True
        )
        subprocess.run(
            [programs / "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", copy.admin_url],
            input=dump.stdout,
            check=True,
            capture_output=True,
        )
        with psycopg.connect(copy.admin_url, autocommit=True) as own:
            ensure_service_login(own, password=copy.service_password)
            grant_connect(own, copy.name)
        yield copy
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(copy.name)))


def test_a_ledger_is_the_same_and_goes_on_after_a_dump_and_a_restore(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    spellings = ("tea", "\u200btea ", "茶\r\n", "\\x00 \\N \t", "O'Brien; --", "\U0001f375" * 100)
    written(services, agent.grant, ledger_name, *(request(value=value) for value in spellings))
    before = Verifier(services.pool).verify(agent.grant, ledger_name, depth=Depth.TABLES)
    stored = services.reader.events(
        agent.grant, ledger_name, after=Seq(0), limit=500, type_name=None
    )
    with restored(database) as copy, serving(copy.app_url, connections=2) as others:
        after = Verifier(others.pool).verify(agent.grant, ledger_name, depth=Depth.TABLES)
        assert after == before
        assert (after.size, after.findings) == (7, ())
        again = others.reader.events(
            agent.grant, ledger_name, after=Seq(0), limit=500, type_name=None
        )
        assert again.rows == stored.rows
        (more,) = written(others, agent.grant, ledger_name, request("Bob"))
        assert more.receipt.seq == 8
        assert others.tokens.authenticate(agent.secret) == agent.grant
