"""The ground a benchmark stands on: a fresh durable database, and what the machine is like."""

import os
import platform
import resource
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from adapters.postgres.embedded import Cluster, running
from adapters.postgres.logins import SERVICE_LOGIN, ensure_service_login
from adapters.postgres.migrate import migrate
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services, serving
from domain.commands import OpenLedger
from domain.grants import Grant, Role
from domain.identity import IdentityMode
from domain.words import ActorKind, LedgerName

FSYNC_PROBES = 50
DATABASE = "benchmark"


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
            with serving(app_url, connections=connections) as services:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Windows:
    """A figure of several windows, in operations a second."""

    name: str
    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure to quote."""
        return statistics.median(self.rates)

    @property
    def best(self) -> float:
        """What the machine can do when nothing disturbs it."""
        return max(self.rates)

    def line(self) -> str:
        """One line for people."""
        return f"{self.name}: median {self.median:,.0f}/s, best {self.best:,.0f}/s"


def alternate(
    contenders: Sequence[tuple[str, Callable[[], float]]], *, windows: int
) -> list[Windows]:
    """Run contenders in turn, window by window, so that a drift of the machine meets all alike."""
    rates: dict[str, list[float]] = {name: [] for name, _ in contenders}
    for _ in range(windows):
        for name, run in contenders:
            rates[name].append(run())
    return [Windows(name=name, rates=tuple(each)) for name, each in rates.items()]


def describe(ground: Ground) -> dict[str, object]:
    """What a figure must be read beside: cores, versions, how long a commit's fsync takes."""
    with psycopg.connect(ground.admin_url, autocommit=True) as connection:
        (version,) = connection.execute("show server_version").fetchone() or ("?",)
        (durable,) = connection.execute("show synchronous_commit").fetchone() or ("?",)
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "postgres": version,
        "synchronous_commit": durable,
        "fsync_ms": round(_fsync_ms(ground.cluster.data_dir), 3),
    }


def cpu_seconds(ground: Ground) -> tuple[float, float]:
    """CPU seconds used so far by this process, and by the processes of this Postgres."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime, _postgres_cpu_seconds(ground)


def _postgres_cpu_seconds(ground: Ground) -> float:
    # The backends are found by asking the server; where there is no /proc, nothing is counted.
    with psycopg.connect(ground.admin_url, autocommit=True) as connection:
        rows = connection.execute("select pid from pg_stat_activity").fetchall()
    if sys.platform != "linux":
        return float("nan")
    ticks = 0
    for (pid,) in rows:
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _fsync_ms(folder: Path) -> float:
    times: list[float] = []
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        for _ in range(FSYNC_PROBES):
            file.write(b"x" * 8192)
            file.flush()
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)
