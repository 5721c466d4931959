"""Many at once: in opposite orders, in two ledgers over one pool, and against the clock."""

import itertools
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import psycopg
import pytest

from adapters.errors import Conflict, FactledgerError, Unavailable
from adapters.postgres.ledger import Ledger, Request
from adapters.postgres.orders import Written
from adapters.postgres.pool import open_pool
from adapters.postgres.verifier import Depth, Verifier
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

SUBJECTS = [f"subject {number}" for number in range(20)]


def acts(subjects: Sequence[str]) -> list[Request]:
    """An act on all of the subjects in this order, and a claim on each."""
    act = AssertAll(claims=tuple(claim(subject, "likes", "tea") for subject in subjects))
    return [Request(command=act), *(request(subject) for subject in subjects)]


def test_overlapping_writes_in_opposite_orders_meet_no_deadlock_while_ledgers_are_opened(
    database: Database, services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    ledgers = [ledger_name, LedgerName("second")]
    services.ledger.open(admin.grant, ledgers[1], opening())
    start = threading.Barrier(12)
    with serving(database.app_url, connections=4) as others, ThreadPoolExecutor(12) as threads:
        sides = [(services, 1), (others, -1)]

        def write(caller: int) -> list[object]:
            side, step = sides[caller % 2]
            start.wait(WAIT_S)
            found: list[object] = []
            for ledger in ledgers[::step] * 3:
                found.extend(outcomes(side, admin.grant, ledger, *acts(SUBJECTS[::step])))
            return found

        def open_ledgers(caller: int) -> list[object]:
            side, step = sides[caller % 2]
            start.wait(WAIT_S)
            return [opened(side, admin, LedgerName(f"new-{n}")) for n in range(10)[::step]]

        writes = [threads.submit(write, caller) for caller in range(8)]
        openings = [threads.submit(open_ledgers, caller) for caller in range(4)]
        answers = [answer for each in writes for answer in each.result(WAIT_S)]
        opens = [answer for each in openings for answer in each.result(WAIT_S)]
    assert {type(each) for each in answers} == {Written}
    assert len(answers) == 8 * 6 * 21
    assert sum(isinstance(each, Written) for each in opens) == 10
    assert {type(each) for each in opens} == {Written, Conflict}
    for ledger in ledgers:
        facts = services.reader.ledger(admin.grant, ledger)
        assert (facts.counts, facts.seq) == ({"active": 20}, 1 + 8 * 3 * 40)
        done = Verifier(services.pool).verify(admin.grant, ledger, depth=Depth.TABLES)
        assert done.findings == ()


def opened(side: Services, admin: Caller, ledger: LedgerName) -> Written | FactledgerError:
    """What comes of opening a ledger."""
    try:
        return side.ledger.open(admin.grant, ledger, opening())
    except FactledgerError as error:
        return error


def test_a_thousand_writes_of_two_ledgers_over_one_pool_leave_each_its_own_and_no_scope_behind(
    database: Database, services: Services, admin: Caller
) -> None:
    names = [LedgerName("left"), LedgerName("right")]
    for name in names:
        services.ledger.open(admin.grant, name, opening())
    with open_pool(database.app_url, size=4) as pool, ThreadPoolExecutor(16) as threads:
        ledger = Ledger(pool)

        def write(number: int) -> str | None:
            name = names[number % 2]
            future = ledger.submit(admin.grant, name, [request(f"{name} {number}")])
            must_be_written(future.result(WAIT_S)[0])
            with pool.connection() as connection:
                return scope(connection)

        scopes = set(threads.map(write, range(1000)))
        with pool.connection() as connection, connection.transaction():
            connection.execute("select set_config('factledger.ledgers', 'left', true)")
            assert scope(connection) == "left"
        ledger.close()
    assert scopes <= {None, ""}
    for name in names:
        assert services.reader.ledger(admin.grant, name).counts == {"active": 500}
        with psycopg.connect(database.admin_url) as connection:
            subjects = connection.execute(
                "select split_part(subject, ' ', 1), count(*) from read.fact where ledger = %s "
                "group by 1",
                [name],
            ).fetchall()
        assert subjects == [(name, 500)]


def scope(connection: psycopg.Connection) -> str | None:
    """The ledgers that a connection is set to."""
    row = connection.execute("select current_setting('factledger.ledgers', true)").fetchone()
    assert row is not None
    found = row[0]
    return None if found is None else str(found)


def move_head(database: Database, ahead: timedelta) -> None:
    """Have the last record lie ahead of the clock, as it does where the clock has stepped back."""
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("update ledger.head set recorded_at = clock_timestamp() + %s", [ahead])


def record_times(database: Database) -> list[datetime]:
    """When each event was recorded, in order."""
    with psycopg.connect(database.admin_url) as connection:
        rows = connection.execute("select recorded_at from ledger.event order by seq").fetchall()
    return [row[0] for row in rows]


@pytest.mark.parametrize("ahead", [timedelta(seconds=2), timedelta(minutes=4)])
def test_record_time_rises_for_every_service_while_the_clock_has_stepped_back(
    database: Database,
    services: Services,
    agent: Caller,
    ledger_name: LedgerName,
    ahead: timedelta,
) -> None:
    written(services, agent.grant, ledger_name, request())
    move_head(database, ahead)
    with serving(database.app_url, connections=2) as others:
        for side in (services, others) * 5:
            written(side, agent.grant, ledger_name, request(), request(value="milk"))
    times = record_times(database)
    assert len(times) == 22
    steps = [behind - before for before, behind in itertools.pairwise(times)]
    assert min(steps) == timedelta(microseconds=1)
    assert max(steps) > ahead / 2


def test_a_record_far_ahead_of_the_clock_stops_writing_and_says_so(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    move_head(database, timedelta(minutes=5, seconds=30))
    (outcome,) = outcomes(services, agent.grant, ledger_name, request())
    assert isinstance(outcome, Unavailable)
    assert "clock" in outcome.detail
    assert len(record_times(database)) == 1
    move_head(database, timedelta(0))
    written(services, agent.grant, ledger_name, request())
    assert len(record_times(database)) == 2
