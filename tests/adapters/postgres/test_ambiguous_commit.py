"""A connection lost in a write: what was committed is answered, what was not is run again."""

import itertools
import threading
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from psycopg import sql

from adapters.errors import Conflict, Unavailable
from adapters.postgres.ledger import Ledger, Request
from adapters.postgres.logins import SERVICE_LOGIN
from adapters.postgres.pool import Pool, open_pool
from adapters.postgres.tries import PAUSES_S
from adapters.services import Services, serving
from domain.commands import AssertAll
from domain.words import LedgerName
from tests.adapters.postgres.writing import (
    WAIT_S,
    claim,
    must_be_written,
    outcomes,
    request,
    written,
)
from tests.conftest import Caller, opening
from tests.database import Database
from tests.wire import Fate, Statement, Watch, wired

EVENTS = "select seq, leaf_hash from ledger.event where ledger = 'main' order by seq"


class Wired:
    """Services whose statements a test watches, once it has set what it watches for."""

    def __init__(self) -> None:
        self.watch: Watch = lambda _: Fate.PASS

    @contextmanager
    def to(self, database: Database, ledger: LedgerName) -> Generator[Services]:
        """The services, which have found the ledger already."""
        with (
            wired(database.app_url, self._watched) as url,
            serving(url, connections=2) as services,
        ):
            services.ledger.opening(ledger)
            yield services

    def _watched(self, statement: Statement) -> Fate:
        return self.watch(statement)


def commits(*fates: Fate) -> Watch:
    """What becomes of each commit in turn; those behind the last of these arrive and are heard."""
    each = iter(fates)
    return lambda statement: next(each, Fate.PASS) if statement.text == "commit" else Fate.PASS


def nth(number: int, seen: list[Statement]) -> Watch:
    """Cut the wire at one statement, counted from 0."""

    def watch(statement: Statement) -> Fate:
        seen.append(statement)
        return Fate.CUT if len(seen) == number + 1 else Fate.PASS

    return watch


@pytest.fixture
def wire() -> Wired:
    return Wired()


def stored(database: Database) -> list[tuple[int, bytes]]:
    """The events behind the one that opened the ledger."""
    with psycopg.connect(database.admin_url) as connection:
        return connection.execute(EVENTS).fetchall()[1:]


FATES = [
    ("committed and not heard", (Fate.LAST,)),
    ("cut before it arrived", (Fate.CUT,)),
    ("cut twice", (Fate.CUT, Fate.CUT)),
    ("committed, and the looking up cut too", (Fate.LAST, Fate.CUT)),
    ("cut, and committed unheard the second time", (Fate.CUT, Fate.LAST)),
    ("heard", ()),
]


@pytest.mark.parametrize("fates", [fates for _, fates in FATES], ids=[name for name, _ in FATES])
def test_a_write_whose_commit_lost_its_connection_is_written_once_and_answered(
    database: Database,
    agent: Caller,
    ledger_name: LedgerName,
    wire: Wired,
    fates: tuple[Fate, ...],
) -> None:
    with wire.to(database, ledger_name) as services:
        wire.watch = commits(*fates)
        (done,) = written(services, agent.grant, ledger_name, request())
    assert stored(database) == [(done.receipt.seq, done.receipt.leaf_hash)]


def test_every_command_of_a_group_that_was_committed_unheard_gets_its_own_answer(
    database: Database, agent: Caller, ledger_name: LedgerName, wire: Wired
) -> None:
    act = AssertAll(claims=tuple(claim("Alice", "likes", value) for value in ("tea", "milk")))
    with wire.to(database, ledger_name) as services:
        wire.watch = commits(Fate.LAST)
        done = written(
            services,
            agent.grant,
            ledger_name,
            request(value="wine"),
            Request(command=act),
            request(value="tea", key="k"),
        )
    assert [[each.seq for each in one.recorded] for one in done] == [[2], [3, 4], [5]]
    events = dict(stored(database))
    assert len(events) == 4
    assert all(events[one.receipt.seq] == one.receipt.leaf_hash for one in done)


def test_a_connection_lost_at_any_statement_loses_and_doubles_nothing(
    database: Database, agent: Caller, ledger_name: LedgerName, wire: Wired
) -> None:
    seen: list[Statement] = []
    with wire.to(database, ledger_name) as services:
        wire.watch = nth(-1, seen)
        done = written(services, agent.grant, ledger_name, request(), request(value="milk"))
        for number in range(len(seen)):
            wire.watch = nth(number, [])
            two = (request(value=f"tea of {number}"), request(value=f"milk of {number}"))
            done.extend(written(services, agent.grant, ledger_name, *two))
    assert len(seen) > 6
    assert [each.receipt.seq for each in done] == list(range(2, 2 * len(seen) + 4))
    assert stored(database) == [(each.receipt.seq, each.receipt.leaf_hash) for each in done]


def test_a_backend_that_is_ended_at_its_commit_loses_and_doubles_nothing(
    database: Database, agent: Caller, ledger_name: LedgerName, wire: Wired
) -> None:
    counter = itertools.count()
    ended: Future[int] = Future()

    def end_once(statement: Statement) -> Fate:
        # Counted first: while the sessions are being ended the next try is on its way already.
        if statement.text == "commit" and next(counter) == 0:
            ended.set_result(end_sessions(database))
        return Fate.PASS

    with wire.to(database, ledger_name) as services:
        wire.watch = end_once
        (done,) = written(services, agent.grant, ledger_name, request())
        assert ended.result(WAIT_S) > 0
    assert stored(database) == [(done.receipt.seq, done.receipt.leaf_hash)]


def test_more_dead_connections_than_tries_do_not_keep_a_write_from_a_database_that_is_back(
    database: Database, agent: Caller, ledger_name: LedgerName
) -> None:
    with open_pool(database.app_url, size=12) as pool:
        ledger = Ledger(pool)
        together = threading.Barrier(12)
        with ThreadPoolExecutor(12) as threads:
            list(threads.map(hold, [pool] * 12, [together] * 12))
        assert end_sessions(database) >= 12 > len(PAUSES_S)
        (outcome,) = ledger.submit(agent.grant, ledger_name, [request()]).result(WAIT_S)
        ledger.close()
    receipt = must_be_written(outcome).receipt
    assert stored(database) == [(receipt.seq, receipt.leaf_hash)]


def hold(pool: Pool, together: threading.Barrier) -> None:
    """Take a connection, and give it back when all have taken one."""
    with pool.connection():
        together.wait(WAIT_S)


def end_sessions(database: Database) -> int:
    """End every session of the service; returns how many there were."""
    with psycopg.connect(database.admin_url, autocommit=True) as connection:
        rows = connection.execute(
            "select pg_terminate_backend(pid, 1000) from pg_stat_activity "
            "where datname = current_database() and usename = %s",
            [SERVICE_LOGIN],
        ).fetchall()
    return len(rows)


def test_who_is_told_that_it_is_not_known_can_ask_again_under_the_same_key(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName, wire: Wired
) -> None:
    begun = itertools.count()

    def gone_behind_the_commit(statement: Statement) -> Fate:
        if statement.text.startswith("begin") and next(begun) > 0:
            return Fate.CUT
        return Fate.LAST if statement.text == "commit" else Fate.PASS

    with wire.to(database, ledger_name) as wired_services:
        wire.watch = gone_behind_the_commit
        (outcome,) = outcomes(wired_services, agent.grant, ledger_name, request(key="k"))
    assert isinstance(outcome, Unavailable)
    assert "not known" in outcome.detail
    (again,) = written(services, agent.grant, ledger_name, request(key="k"))
    assert again.repeated
    assert stored(database) == [(again.receipt.seq, again.receipt.leaf_hash)]


def test_who_is_told_that_nothing_was_written_finds_nothing_written(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    with psycopg.connect(database.admin_url) as holder:
        holder.execute(
            sql.SQL("alter role {} in database {} set lock_timeout = '50ms'").format(
                sql.Identifier(SERVICE_LOGIN), sql.Identifier(database.name)
            )
        )
        holder.commit()
        holder.execute("select from ledger.head for update")
        with serving(database.app_url) as hasty:
            (outcome,) = outcomes(hasty, agent.grant, ledger_name, request())
    assert isinstance(outcome, Unavailable)
    assert "nothing was written" in outcome.detail
    assert stored(database) == []
    written(services, agent.grant, ledger_name, request())
    assert [seq for seq, _ in stored(database)] == [2]


@pytest.mark.parametrize("fate", [Fate.LAST, Fate.CUT])
def test_a_ledger_whose_opening_lost_its_connection_is_opened_once_and_answered(
    database: Database, admin: Caller, ledger_name: LedgerName, wire: Wired, fate: Fate
) -> None:
    new = LedgerName("new")
    with wire.to(database, ledger_name) as services:
        wire.watch = commits(fate)
        done = services.ledger.open(admin.grant, new, opening())
        assert services.reader.ledger(admin.grant, new).leaf_hash == done.receipt.leaf_hash
        with pytest.raises(Conflict):
            services.ledger.open(admin.grant, new, opening())
