"""A subscription delivers every event once and in order, whatever becomes of its connections."""

import socket
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Thread
from typing import cast

import psycopg
import pytest
from eventsourcing.dcb.api import DCBSequencedEvent
from eventsourcing.persistence import OperationalError

from adapters.postgres.arrivals import LISTENER
from adapters.postgres.recorder import PostgresDCBRecorder
from adapters.postgres.subscription import PULL_EVENTS, Subscription
from adapters.services import Services, serving
from domain.words import LedgerName
from tests.adapters.postgres.recording import kept, matching, recorder_of
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller
from tests.database import Database

WAIT_S = 30.0

Superuser = psycopg.Connection[tuple[int]]


@pytest.fixture
def recorder(services: Services, agent: Caller, ledger_name: LedgerName) -> PostgresDCBRecorder:
    return recorder_of(services, agent, ledger_name)


@pytest.fixture
def superuser(database: Database) -> Generator[Superuser]:
    with psycopg.connect(database.admin_url, autocommit=True) as connection:
        yield cast("Superuser", connection)


def listeners(superuser: Superuser) -> list[int]:
    """The server's processes that serve a connection on which a subscription listens."""
    found = superuser.execute(
        "select pid from pg_stat_activity where datname = current_database() "
        "and application_name = %s and state = 'idle' and query like '%%ledger.listen%%'",
        [LISTENER],
    )
    return [pid for (pid,) in found]


def terminate(superuser: Superuser, name: str) -> None:
    superuser.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where datname = current_database() and application_name = %s",
        [name],
    )


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it comes to hold while a patient person waits."""
    until = time.monotonic() + WAIT_S
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def waiting(subscription: Subscription) -> tuple[Thread, list[object]]:
    """A thread that waits for the next event, and what it came to."""
    outcome: list[object] = []

    def wait() -> None:
        outcome.append(next(subscription, None))

    thread = Thread(target=wait)
    thread.start()
    return thread, outcome


def test_what_is_there_and_what_comes_is_delivered_as_far_as_it_matches(
    services: Services, agent: Caller, ledger_name: LedgerName, recorder: PostgresDCBRecorder
) -> None:
    there = recorder.append([kept("Wanted"), kept("Unwanted")]) - 1
    wanted = matching(types=["Wanted", "FactAsserted"])
    with recorder.subscribe(wanted, after=1) as subscription:
        assert next(subscription).position == there
        recorder.append([kept("Unwanted")])
        (claim,) = written(services, agent.grant, ledger_name, request())
        assert next(subscription).position == claim.receipt.seq
        comes = recorder.append([kept("Unwanted"), kept("Wanted")])
        assert next(subscription).position == comes


def test_more_than_is_pulled_at_once_is_delivered_in_order(recorder: PostgresDCBRecorder) -> None:
    last = recorder.append([kept()] * (3 * PULL_EVENTS))
    with recorder.subscribe() as subscription:
        assert [next(subscription).position for _ in range(last)] == list(range(1, last + 1))


def test_a_position_that_is_not_reached_yet_is_waited_for(recorder: PostgresDCBRecorder) -> None:
    with recorder.subscribe(after=3) as subscription:
        thread, outcome = waiting(subscription)
        recorder.append([kept()])
        last = recorder.append([kept(), kept()])
        thread.join(WAIT_S)
    (delivered,) = outcome
    assert isinstance(delivered, DCBSequencedEvent)
    assert delivered.position == last == 4


def test_it_listens_again_where_its_connection_was_ended(
    superuser: Superuser, recorder: PostgresDCBRecorder
) -> None:
    with recorder.subscribe(after=1) as subscription:
        assert eventually(lambda: len(listeners(superuser)) == 1)
        first = listeners(superuser)
        terminate(superuser, LISTENER)
        missed = recorder.append([kept()])
        assert next(subscription).position == missed
        assert eventually(lambda: len(listeners(superuser)) == 1)
        assert listeners(superuser) != first
        assert next_after(recorder, subscription) == missed + 1


def next_after(recorder: PostgresDCBRecorder, subscription: Subscription) -> int:
    recorder.append([kept()])
    return next(subscription).position


def test_every_position_comes_once_and_in_order_while_others_append_and_connections_end(
    database: Database,
    superuser: Superuser,
    agent: Caller,
    ledger_name: LedgerName,
    recorder: PostgresDCBRecorder,
) -> None:
    appends, appenders = 30, 3

    def append(by: PostgresDCBRecorder) -> None:
        for _ in range(appends):
            by.append([kept(), kept()])

    last = 1 + appenders * appends * 2
    with (
        serving(database.app_url) as elsewhere,
        ThreadPoolExecutor(appenders) as threads,
        recorder.subscribe() as subscription,
    ):
        there = recorder_of(elsewhere, agent, ledger_name)
        writing = [threads.submit(append, by) for by in [there] * appenders]
        seen: list[int] = []
        while len(seen) < last:
            seen.append(next(subscription).position)
            if len(seen) % (last // 5) == 0:
                terminate(superuser, LISTENER)
        for each in writing:
            each.result()
    assert seen == list(range(1, last + 1))


def test_it_delivers_where_there_is_no_way_to_listen(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    nowhere = "host=127.0.0.1 port=1 dbname=absent"
    recorder = PostgresDCBRecorder(
        services.pool, services.ledger, agent.grant, ledger_name, listen_url=nowhere
    )
    with recorder.subscribe(after=1) as subscription:
        assert next_after(recorder, subscription) == 2
        assert next_after(recorder, subscription) == 3


def test_stopping_it_ends_a_next_that_waits_and_its_connection(
    superuser: Superuser, recorder: PostgresDCBRecorder
) -> None:
    subscription = recorder.subscribe(after=1)
    thread, outcome = waiting(subscription)
    assert eventually(lambda: len(listeners(superuser)) == 1)
    assert outcome == []
    subscription.stop()
    thread.join(WAIT_S)
    assert outcome == [None]
    assert list(subscription) == []
    assert eventually(lambda: listeners(superuser) == [])


def test_stopping_it_ends_a_next_that_waits_for_a_server_that_never_answers(
    services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        recorder = PostgresDCBRecorder(
            services.pool,
            services.ledger,
            agent.grant,
            ledger_name,
            listen_url=f"host=127.0.0.1 port={mute.getsockname()[1]}",
        )
        with recorder.subscribe() as subscription:
            assert next(subscription).position == 1
            thread, outcome = waiting(subscription)
            with closing(mute.accept()[0]):
                subscription.stop()
                thread.join(WAIT_S)
                assert outcome == [None]


def test_what_was_not_read_before_it_was_stopped_is_not_delivered(
    recorder: PostgresDCBRecorder,
) -> None:
    recorder.append([kept(), kept()])
    with recorder.subscribe() as subscription:
        assert next(subscription).position == 1
    assert list(subscription) == []


def test_it_ends_with_an_error_where_the_service_has_ended(
    database: Database, agent: Caller, ledger_name: LedgerName
) -> None:
    with serving(database.app_url) as elsewhere:
        subscription = recorder_of(elsewhere, agent, ledger_name).subscribe()
        assert next(subscription).position == 1
    with pytest.raises(OperationalError):
        next(subscription)
