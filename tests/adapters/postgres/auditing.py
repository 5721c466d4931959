"""Helpers of the auditors' tests: an auditor with a login, and a superuser to work against them."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.tokens import TokenOrder
from adapters.services import Services
from domain.grants import Role
from domain.words import ActorKind, LedgerName, TokenId
from tests.database import Database


@dataclass(frozen=True, kw_only=True, slots=True)
class Auditor:
    """An auditor: the token it came with, the login, and its way in."""

    token: TokenId
    login: str
    url: str


def auditor_of(
    services: Services,
    database: Database,
    *ledgers: LedgerName,
    expires_at: datetime | None = None,
) -> Auditor:
    """A new auditor of these ledgers."""
    order = TokenOrder(
        name="auditor of tests",
        kind=ActorKind.HUMAN,
        role=Role.AUDITOR,
        ledgers=frozenset(ledgers),
        expires_at=expires_at,
    )
    made = services.tokens.begin(order)
    assert made.view.login is not None
    assert made.password is not None
    url = database.url_for(made.view.login, made.password)
    return Auditor(token=made.view.id, login=made.view.login, url=url)


@contextmanager
def as_superuser(database: Database) -> Generator[Connection[TupleRow]]:
    """A superuser's connection, whose changes stay and fire no trigger."""
    with psycopg.connect(database.admin_url, autocommit=True) as connection:
        connection.execute("set session_replication_role = replica")
        yield connection
