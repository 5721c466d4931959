"""Postgres and services are killed while facts are written and tables are made anew from them."""

import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from adapters.errors import FactledgerError, Unavailable
from adapters.postgres.embedded import Cluster, running
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.postgres.pool import open_pool
from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.postgres.stored import in_silence
from adapters.services import Services, serving
from domain.chain import Receipt
from domain.commands import AssertAll
from domain.grants import Grant, Role
from domain.words import ActorKind, LedgerName
from tests.acceptance.processes import WAIT_S, process
from tests.acceptance.test_two_services import acknowledged, job, sound_events
from tests.adapters.embedded.visits import kill_server
from tests.adapters.postgres.writing import claim, request, written
from tests.conftest import Caller, call_as, opening
from tests.database import TEMPLATE, Database, make_template
from tests.postgres import open_folder
from tests.wire import Fate, Statement, wired

MAIN = LedgerName("main")

# What is written outlives the server without a sync, and only the machine's end would need one.
SETTINGS = {"fsync": "off"}

EVENTS = 600
"""More than are folded at once: a rebuild of these takes several transactions."""

# At which statement Postgres dies, the how many'th such one, and whether the new build is live.
MOMENTS = [
    ("insert into ledger.build", 1, False),
    ("with sized as materialized", 1, False),
    ("with sized as materialized", 2, False),
    ("update ledger.build as b\nset seq", 1, False),
    ("select ledger.make_live(", 1, False),
    ("select ledger.clear_build(", 1, True),
    ("select ledger.clear_build(", 2, True),
    ("delete from ledger.build as b", 1, True),
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A server that keeps what it says it keeps, and a database on it."""

    folder: Path
    password: str

    @contextmanager
    def started(self) -> Generator[tuple[Database, Services]]:
        """The server, up until the block ends, and a service on it."""
        with running(self.folder, settings=SETTINGS) as cluster:
            database = self.database(cluster)
            with serving(database.app_url, connections=4) as services:
                yield database, services

    def falls(self, _database: Database) -> None:
        """All of the server is gone at once."""
        kill_server(self.folder)

    def database(self, cluster: Cluster) -> Database:
        """The database on the server that is up."""
        return Database(cluster=cluster, name=TEMPLATE, service_password=self.password)


@pytest.fixture(scope="module")
def place() -> Generator[Place]:
    with open_folder() as folder:
        with running(folder / "data", settings=SETTINGS) as cluster:
            password = make_template(cluster)
        yield Place(folder=folder / "data", password=password)


def keeper(services: Services) -> Grant:
    """Whoever may do everything."""
    return call_as(services, role=Role.ADMIN, kind=ActorKind.HUMAN, ledgers=None).grant


def fill(services: Services, grant: Grant) -> None:
    """Open the ledger and let much stand in it."""
    services.ledger.open(grant, MAIN, opening())
    for batch in range(EVENTS // 100):
        claims = (claim(f"subject {each}", "likes", f"value {batch}") for each in range(100))
        written(services, grant, MAIN, Request(command=AssertAll(claims=(*claims,))))


@dataclass(kw_only=True)
class Writing:
    """Somebody who writes all along, and what was acknowledged to him."""

    services: Services
    grant: Grant
    receipts: list[Receipt] = field(default_factory=list[Receipt])
    refused: int = 0

    @contextmanager
    def going_on(self) -> Generator[None]:
        """Write until the block ends."""
        enough = threading.Event()
        thread = threading.Thread(target=self._write, args=(enough,))
        thread.start()
        try:
            yield
        finally:
            enough.set()
            thread.join(WAIT_S)

    def _write(self, enough: threading.Event) -> None:
        while not enough.wait(0.02):
            try:
                asked = request(f"subject {len(self.receipts) % 100}", "visits", "somewhere")
                future = self.services.ledger.submit(self.grant, MAIN, [asked])
                (outcome,) = future.result(WAIT_S)
            except FactledgerError as error:
                outcome = error
            if isinstance(outcome, Written):
                self.receipts.append(outcome.receipt)
            else:
                assert isinstance(outcome, Unavailable), outcome
                self.refused += 1


def crash(database: Database) -> None:
    """Have a session of the server die, at which the server throws all others out and recovers."""
    with suppress(psycopg.OperationalError), psycopg.connect(database.admin_url) as victim:
        os.kill(victim.info.backend_pid, signal.SIGKILL)
        victim.execute("select 1")


def wait_for(database: Database) -> None:
    """Wait until the server has recovered."""
    until = time.monotonic() + WAIT_S
    while True:
        try:
            psycopg.connect(database.admin_url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < until
            time.sleep(0.05)
        else:
            return


def live_build(database: Database) -> int:
    """Which build of the tables is read."""
    with psycopg.connect(database.admin_url) as connection:
        row = connection.execute("select build from ledger.head where ledger = 'main'").fetchone()
    assert row is not None
    return int(row[0])


def as_they_must_be(database: Database, grant: Grant) -> None:
    """Fails unless every table holds what follows from the events, row by row."""
    with open_pool(database.app_url, size=1) as pool:
        checked = Rebuilder(pool).check(grant, MAIN, progress=in_silence)
    assert [each for each in checked.tables if each.count] == []


def sound(database: Database, writing: Writing) -> None:
    """Fails unless all is as it must be, and every acknowledged write stands where it was said."""
    as_they_must_be(database, writing.grant)
    with serving(database.app_url, connections=2) as fresh:
        events = sound_events(fresh, Caller(secret="", grant=writing.grant), MAIN)
    assert writing.receipts
    assert all(events[each.seq] == each.leaf_hash.hex() for each in writing.receipts)


def test_where_postgres_dies_at_any_statement_of_a_rebuild_the_tables_are_the_old_or_the_new(
    place: Place,
) -> None:
    with place.started() as (database, services):
        grant = keeper(services)
        writing = Writing(services=services, grant=grant)
        fill(services, grant)
        for snippet, number, is_live in MOMENTS:
            build, before = live_build(database), len(writing.receipts)
            with writing.going_on():
                with pytest.raises(Unavailable):
                    rebuild_and_die(database, grant, snippet, number, die=crash)
                wait_for(database)
                more = len(writing.receipts) + 3
                while len(writing.receipts) < more:
                    time.sleep(0.01)
            assert (live_build(database) != build) is is_live, snippet
            assert len(writing.receipts) > before
            as_they_must_be(database, grant)
        with open_pool(database.app_url, size=1) as pool:
            build = Rebuilder(pool).rebuild(grant, MAIN, progress=in_silence).build
        assert live_build(database) == build
        sound(database, writing)


def rebuild_and_die(
    database: Database, grant: Grant, snippet: str, number: int, *, die: Callable[[Database], None]
) -> None:
    """A rebuild during which the server dies when such a statement is under way to it."""
    seen: list[str] = []

    def watch(statement: Statement) -> Fate:
        if snippet in statement.text:
            seen.append(statement.text)
            if len(seen) == number:
                die(database)
                return Fate.CUT
        return Fate.PASS

    try:
        with wired(database.app_url, watch) as url, open_pool(url, size=1) as pool:
            Rebuilder(pool).rebuild(grant, MAIN, progress=in_silence)
    finally:
        assert len(seen) == number, snippet


def test_where_the_whole_server_dies_it_recovers_to_what_it_acknowledged_and_is_rebuilt(
    place: Place,
) -> None:
    with place.started() as (database, services):
        grant = keeper(services)
        writing = Writing(services=services, grant=grant)
        build = live_build(database)
        with writing.going_on(), pytest.raises(Unavailable):
            rebuild_and_die(database, grant, "update ledger.build as b", 2, die=place.falls)
    with place.started() as (database, services):
        assert live_build(database) == build
        sound(database, writing)
        Rebuilder(services.pool).rebuild(grant, MAIN, progress=in_silence)
        assert live_build(database) != build
        sound(database, writing)


def test_services_that_are_killed_while_tables_are_made_anew_lose_nothing_and_stop_nobody(
    database: Database, services: Services, admin: Caller
) -> None:
    fill(services, admin.grant)
    # More than they come to before they are killed, however late that is.
    writers = [job(database, admin, name, 50_000, callers=4) for name in ("first", "second")]
    with process(writers[0]) as first, process(writers[1]) as second:
        # One dies while events are folded, and the other once the new tables are read.
        dies = {"events": first, "rows deleted": second}

        def kill(what: str, _done: int, _of: int) -> None:
            if what in dies:
                victim = dies.pop(what)
                victim.answers(20)
                victim.send(signal.SIGKILL)

        for each in (first, second):
            each.go()
        rebuilt = Rebuilder(services.pool).rebuild(admin.grant, MAIN, progress=kill)
        assert dies == {}
        assert {first.end(), second.end()} == {-signal.SIGKILL}
        answers = [*first.answers(20), *second.answers(20)]
    assert live_build(database) == rebuilt.build
    as_they_must_be(database, admin.grant)
    events = sound_events(services, admin)
    assert len(acknowledged(answers, events)) >= 40
