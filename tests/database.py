"""A migrated database for each test, cloned from one that was migrated once."""

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import sql

from adapters.postgres.embedded import Cluster
from adapters.postgres.logins import SERVICE_LOGIN, ensure_service_login
from adapters.postgres.migrate import migrate

TEMPLATE = "template_of_tests"


@dataclass(frozen=True, kw_only=True, slots=True)
class Database:
    """A database of a test's own, and the ways into it."""

    cluster: Cluster
    name: str
    service_password: str

    @property
    def app_url(self) -> str:
        """The way the service goes in."""
        return self.url_for(SERVICE_LOGIN, self.service_password)

    @property
    def admin_url(self) -> str:
        """The superuser's way in, for what a service can't do and must withstand."""
        return self.cluster.admin_url(database=self.name)

    def url_for(self, login: str, password: str) -> str:
        """The way in for another login."""
        return self.cluster.url(user=login, password=password, database=self.name)


def make_template(cluster: Cluster) -> str:
    """Migrate the database that tests are cloned from; returns the service login's password."""
    with psycopg.connect(cluster.admin_url(), autocommit=True) as connection:
        connection.execute(sql.SQL("create database {}").format(sql.Identifier(TEMPLATE)))
    url = cluster.admin_url(database=TEMPLATE)
    with psycopg.connect(url, autocommit=True) as connection:
        migrate(connection, embedded=True)
        password = secrets.token_urlsafe(16)
        ensure_service_login(connection, password=password)
    return password


@contextmanager
def cloned(cluster: Cluster, password: str) -> Generator[Database]:
    """A database of the template's shape, dropped afterwards."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(cluster.admin_url(), autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template {}").format(
                sql.Identifier(name), sql.Identifier(TEMPLATE)
            )
        )
        database = Database(cluster=cluster, name=name, service_password=password)
        with psycopg.connect(database.admin_url, autocommit=True) as own:
            # Settings of a role in a database, and grants on it, are not part of a clone.
            ensure_service_login(own, password=password)
            grant_connect(own, name)
        yield database
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def grant_connect(connection: psycopg.Connection, name: str) -> None:
    """Give a cloned database the grants that the migrations gave its template."""
    identifier = sql.Identifier(name)
    connection.execute(sql.SQL("revoke all on database {} from public").format(identifier))
    connection.execute(
        sql.SQL(
            "grant connect on database {} to factledger_owner, factledger_app, factledger_auditor"
        ).format(identifier)
    )
    connection.execute(
        sql.SQL("grant create on database {} to factledger_owner").format(identifier)
    )
