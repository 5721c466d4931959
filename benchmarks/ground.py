"""The ground a benchmark stands on: a fresh durable database, and the services on it."""

import secrets
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from adapters.cycles import seldom_collected
from adapters.postgres.embedded import Cluster, running
from adapters.postgres.logins import SERVICE_LOGIN, ensure_service_login
from adapters.postgres.migrate import migrate
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services, serving
from domain.commands import OpenLedger
from domain.grants import Grant, Role
from domain.identity import IdentityMode
from domain.words import ActorKind, LedgerName

DATABASE: Final = "benchmark"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ground:
    """A migrated database with durability as users have it, the services on it, and a grant."""

    cluster: Cluster
    admin_url: str
    app_url: str
    services: Services
    grant: Grant

    def open_ledger(self) -> LedgerName:
        """A new, empty ledger."""
        name = LedgerName(f"l{secrets.token_hex(6)}")
        command = OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24)
        self.services.ledger.open(self.grant, name, command)
        return name


@contextmanager
def ground(*, connections: int = 16) -> Generator[Ground]:
    """A ground in a temporary folder, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="factledger-benchmark-") as folder:
        Path(folder).chmod(0o755)
        with running(Path(folder) / "data") as cluster:
            admin_url, app_url = _prepared(cluster)
            # As the program has it that serves.
            with serving(app_url, connections=connections) as services, seldom_collected():
                order = TokenOrder(
                    name="benchmark", kind=ActorKind.HUMAN, role=Role.ADMIN, ledgers=None
                )
                grant = services.tokens.authenticate(services.tokens.begin(order).secret)
                yield Ground(
                    cluster=cluster,
                    admin_url=admin_url,
                    app_url=app_url,
                    services=services,
                    grant=grant,
                )


def _prepared(cluster: Cluster) -> tuple[str, str]:
    with psycopg.connect(cluster.admin_url(), autocommit=True) as connection:
        connection.execute("create database benchmark")
    admin_url = cluster.admin_url(database=DATABASE)
    password = secrets.token_urlsafe(16)
    with psycopg.connect(admin_url, autocommit=True) as connection:
        migrate(connection, embedded=True)
        ensure_service_login(connection, password=password)
    return admin_url, cluster.url(user=SERVICE_LOGIN, password=password, database=DATABASE)
