"""The catalogue is the one that is written down, on every Postgres; no change of it goes unseen."""

from collections.abc import Generator
from dataclasses import replace
from importlib.resources import files
from typing import LiteralString

import psycopg
import pytest
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.embedded import Cluster
from adapters.postgres.logins import ensure_service_login
from adapters.postgres.migrate import migrate
from adapters.services import serving
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.adapters.postgres.auditing import auditor_of
from tests.conftest import call_as
from tests.database import Database
from tests.ledgers import write_fifty_events
from tests.postgres import cluster_for_tests, postgres_16

CHECKS = files("sql") / "checks"
ASKED = (CHECKS / "catalogue.sql").read_bytes()
WRITTEN = (CHECKS / "catalogue.txt").read_text().splitlines()


def catalogue(connection: Connection[TupleRow]) -> list[str]:
    return [line for (line,) in connection.execute(ASKED).fetchall()]


@pytest.fixture(scope="module")
def connection(cluster: Cluster) -> Generator[Connection[TupleRow]]:
    """An administrator's transaction in a new database that has just been migrated."""
    with psycopg.connect(cluster.admin_url(), autocommit=True) as outside:
        outside.execute("create database catalogued")
        url = cluster.admin_url(database="catalogued")
        with psycopg.connect(url, autocommit=True) as connection:
            migrate(connection, embedded=True)
            ensure_service_login(connection)
        with psycopg.connect(url) as connection:
            yield connection
            connection.rollback()
        outside.execute("drop database catalogued")


def test_the_catalogue_is_the_one_that_is_written_down(connection: Connection[TupleRow]) -> None:
    assert catalogue(connection) == WRITTEN


@pytest.fixture(scope="module")
def hosted() -> Generator[Database]:
    """A database on the oldest Postgres, migrated by its owner, who is no superuser."""
    with cluster_for_tests(postgres_16()) as cluster:
        with psycopg.connect(cluster.admin_url(), autocommit=True) as superuser:
            superuser.execute("create role host login createrole password 'known'")
            superuser.execute("create database hosted owner host")
        database = Database(cluster=cluster, name="hosted", service_password="")
        with psycopg.connect(database.url_for("host", "known"), autocommit=True) as host:
            migrate(host, embedded=False)
            password = ensure_service_login(host)
        assert password is not None
        yield replace(database, service_password=password)


def test_the_catalogue_is_the_same_where_the_owner_of_a_database_migrated_it(
    hosted: Database,
) -> None:
    with psycopg.connect(hosted.admin_url) as superuser:
        assert superuser.info.server_version < 170_000
        assert catalogue(superuser) == WRITTEN


def test_there_too_auditors_come_and_go(hosted: Database) -> None:
    count = "select count(*) from pg_roles where starts_with(rolname, 'factledger_audit_')"
    with serving(hosted.app_url, connections=2) as services:
        admin = call_as(services, role=Role.ADMIN, kind=ActorKind.HUMAN, ledgers=None).grant
        ledger = LedgerName("main")
        write_fifty_events(services, admin, ledger)
        auditor = auditor_of(services, hosted, ledger)
        with psycopg.connect(auditor.url) as audit:
            assert audit.execute("select count(*) from audit.event").fetchone() == (50,)
            assert audit.execute(count).fetchone() == (1,)
        services.tokens.revoke(admin, auditor.token)
        with psycopg.connect(hosted.admin_url) as superuser:
            assert superuser.execute(count).fetchone() == (0,)


CHANGES: list[LiteralString] = [
    "drop policy app on ledger.event",
    "drop policy auditor on read.fact",
    "alter policy auditor on ledger.part using (true)",
    "alter policy app on read.fact to public",
    "create policy open on ledger.event for select to factledger_auditor using (true)",
    "alter table ledger.event no force row level security",
    "alter table ledger.event_3 disable row level security",
    "alter table ledger.event disable trigger append_only",
    "drop trigger append_only on ledger.part_0",
    "create trigger another before insert on ledger.head execute function ledger.refuse_change()",
    "create rule another as on insert to ledger.head do instead nothing",
    "create table public.another () inherits (ledger.head)",
    "create table ledger.another (ledger text)",
    "create view audit.another as select 1 as one",
    "alter view audit.fact reset (security_invoker)",
    "alter table ledger.event owner to factledger_app",
    "alter table ledger.event drop constraint event_ledger_prev_key",
    "grant insert on ledger.event to factledger_app",
    "grant select on ledger.event_3 to factledger_auditor",
    "grant select (command_key) on ledger.head to factledger_auditor",
    "grant select on ledger.command to public",
    "grant select on ledger.event to factledger_auditor with grant option",
    "revoke select on audit.event from factledger_auditor",
    "grant create on schema ledger to factledger_app",
    "grant execute on function access.drop_auditor(text) to public",
    "alter function ledger.take(text) reset search_path",
    "alter function ledger.take(text) security invoker",
    "alter function access.drop_auditor(text) owner to factledger_owner",
    "create function audit.another() returns integer language sql return 1",
    "alter role factledger_app bypassrls",
    "alter role factledger_auditor login",
    "grant factledger_owner to factledger_service",
    "grant factledger_app to factledger_auditor",
    "grant temporary on database catalogued to public",
]


@pytest.mark.parametrize("change", CHANGES)
def test_no_change_goes_unseen(connection: Connection[TupleRow], change: LiteralString) -> None:
    with connection.transaction(force_rollback=True):
        connection.execute(change)
        assert catalogue(connection) != WRITTEN
    assert catalogue(connection) == WRITTEN
