"""Who waits for a ledger is told once it has grown, whatever becomes of the connection."""

import socket
import time
from collections.abc import Callable, Generator
from typing import cast

import psycopg
import pytest

from adapters.errors import Busy
from adapters.postgres import arrivals as module
from adapters.postgres.arrivals import LISTENER, WAITERS_MAX, Arrivals
from adapters.services import Services
from domain.words import LedgerName, Seq
from tests.adapters.postgres.writing import request, written
from tests.conftest import Caller, opening
from tests.database import Database

WAIT_S = 30.0

MAIN = LedgerName("main")
OTHER = LedgerName("other")

Superuser = psycopg.Connection[tuple[int]]


@pytest.fixture
def superuser(database: Database) -> Generator[Superuser]:
    with psycopg.connect(database.admin_url, autocommit=True) as connection:
        yield cast("Superuser", connection)


@pytest.fixture
def arrivals(database: Database, ledger_name: LedgerName) -> Generator[Arrivals]:
    del ledger_name
    found = Arrivals(database.app_url)
    yield found
    found.close()


@pytest.fixture
def alarms_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks without being told to."""
    monkeypatch.setattr(module, "POLL_S", 3600.0)


def listeners(superuser: Superuser) -> list[int]:
    found = superuser.execute(
        "select pid from pg_stat_activity where datname = current_database() "
        "and application_name = %s",
        [LISTENER],
    )
    return [pid for (pid,) in found]


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it comes to hold while a patient person waits."""
    until = time.monotonic() + WAIT_S
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def write(services: Services, caller: Caller, ledger: LedgerName = MAIN) -> Seq:
    (done,) = written(services, caller.grant, ledger, request())
    return done.receipt.seq


def test_who_waits_is_told_the_head_of_the_ledger_that_grew_and_nobody_else_is(
    services: Services, admin: Caller, ledger_name: LedgerName, arrivals: Arrivals
) -> None:
    services.ledger.open(admin.grant, OTHER, opening())
    here, there = arrivals.expect(ledger_name, Seq(1)), arrivals.expect(OTHER, Seq(1))
    assert write(services, admin) == here.result(WAIT_S) == 2
    assert not there.done()
    assert write(services, admin, OTHER) == there.result(WAIT_S) == 2


def test_what_has_come_before_is_not_waited_for(
    services: Services, admin: Caller, ledger_name: LedgerName, arrivals: Arrivals
) -> None:
    write(services, admin)
    assert arrivals.expect(ledger_name, Seq(0)).result(WAIT_S) == 2
    assert arrivals.expect(ledger_name, Seq(1)).result(WAIT_S) == 2


def test_a_position_that_is_not_reached_yet_is_waited_for(
    services: Services, admin: Caller, ledger_name: LedgerName, arrivals: Arrivals
) -> None:
    near, far = arrivals.expect(ledger_name, Seq(2)), arrivals.expect(ledger_name, Seq(3))
    assert write(services, admin) == 2
    assert arrivals.expect(ledger_name, Seq(1)).result(WAIT_S) == 2
    assert not near.done()
    assert write(services, admin) == near.result(WAIT_S) == 3
    assert not far.done()
    assert write(services, admin) == far.result(WAIT_S) == 4


def test_a_ledger_that_is_not_there_holds_nobody_else_up(
    services: Services, admin: Caller, ledger_name: LedgerName, arrivals: Arrivals
) -> None:
    nowhere = arrivals.expect(LedgerName("nowhere"), Seq(0))
    assert arrivals.expect(ledger_name, Seq(0)).result(WAIT_S) == 1
    assert not nowhere.done()
    services.ledger.open(admin.grant, LedgerName("nowhere"), opening())
    assert nowhere.result(WAIT_S) == 1


@pytest.mark.usefixtures("alarms_alone")
def test_who_is_the_first_to_wait_for_a_further_ledger_waits_for_no_look_round(
    services: Services,
    admin: Caller,
    ledger_name: LedgerName,
    arrivals: Arrivals,
) -> None:
    services.ledger.open(admin.grant, OTHER, opening())
    assert arrivals.expect(ledger_name, Seq(0)).result(WAIT_S) == 1
    assert arrivals.expect(OTHER, Seq(0)).result(WAIT_S) == 1
    for ledger in (ledger_name, OTHER):
        waiting = arrivals.expect(ledger, Seq(1))
        assert write(services, admin, ledger) == waiting.result(WAIT_S) == 2


@pytest.mark.usefixtures("alarms_alone")
def test_where_one_ledger_grows_no_other_is_looked_at(
    services: Services,
    admin: Caller,
    superuser: Superuser,
    ledger_name: LedgerName,
    arrivals: Arrivals,
) -> None:
    superuser.execute(
        "create sequence looks; grant usage on sequence looks to public; "
        "create policy looks on ledger.head as restrictive for select to public "
        "using (ledger <> 'other' or current_setting('application_name') <> 'factledger listener' "
        "or nextval('public.looks') > 0)"
    )
    services.ledger.open(admin.grant, OTHER, opening())
    there = arrivals.expect(OTHER, Seq(1))
    for head in range(1, 5):
        here = arrivals.expect(ledger_name, Seq(head))
        assert write(services, admin) == here.result(WAIT_S) == head + 1
    assert looks(superuser) == 1
    assert write(services, admin, OTHER) == there.result(WAIT_S) == 2
    assert looks(superuser) == 2


def looks(superuser: Superuser) -> int:
    """How often the head of the other ledger was looked at."""
    ((found,),) = superuser.execute("select last_value from looks where is_called").fetchall()
    return found


def test_a_thousand_wait_on_one_connection_which_ends_when_nobody_waits(
    services: Services,
    admin: Caller,
    superuser: Superuser,
    ledger_name: LedgerName,
    arrivals: Arrivals,
) -> None:
    waiting = [arrivals.expect(ledger_name, Seq(1)) for _ in range(1_000)]
    assert eventually(lambda: len(listeners(superuser)) == 1)
    assert arrivals.waiters == 1_000
    head = write(services, admin)
    assert {each.result(WAIT_S) for each in waiting} == {head}
    assert eventually(lambda: arrivals.waiters == 0)
    assert eventually(lambda: listeners(superuser) == [])
    assert arrivals.expect(ledger_name, Seq(0)).result(WAIT_S) == head


def test_what_is_committed_while_its_connection_is_ended_is_told(
    services: Services,
    admin: Caller,
    superuser: Superuser,
    ledger_name: LedgerName,
    arrivals: Arrivals,
) -> None:
    for _ in range(3):
        head = arrivals.expect(ledger_name, Seq(0)).result(WAIT_S)
        assert head is not None
        waiting = arrivals.expect(ledger_name, head)
        first = listeners(superuser)
        assert len(first) == 1
        superuser.execute("select pg_terminate_backend(%s)", first)
        assert write(services, admin) == waiting.result(WAIT_S)
        assert listeners(superuser) != first


def test_who_waits_no_more_leaves_a_place_and_takes_none_of_another_ledger(
    services: Services, admin: Caller, ledger_name: LedgerName, arrivals: Arrivals
) -> None:
    services.ledger.open(admin.grant, OTHER, opening())
    waiting = [arrivals.expect(ledger_name, Seq(1)) for _ in range(WAITERS_MAX)]
    with pytest.raises(Busy) as refused:
        arrivals.expect(ledger_name, Seq(1))
    assert refused.value.retry_after_s >= 1
    assert arrivals.expect(OTHER, Seq(0)).result(WAIT_S) == 1
    waiting[0].cancel()
    assert arrivals.waiters == WAITERS_MAX - 1
    assert not arrivals.expect(ledger_name, Seq(1)).done()


def test_everybody_is_let_go_where_the_service_stops(
    superuser: Superuser, ledger_name: LedgerName, arrivals: Arrivals
) -> None:
    waiting = arrivals.expect(ledger_name, Seq(1))
    assert eventually(lambda: len(listeners(superuser)) == 1)
    assert not waiting.done()
    arrivals.release()
    assert waiting.result(0) is None
    assert arrivals.expect(ledger_name, Seq(0)).result(0) is None
    arrivals.close()
    assert eventually(lambda: listeners(superuser) == [])


def test_letting_go_waits_for_no_server_that_never_answers(ledger_name: LedgerName) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        arrivals = Arrivals(f"host=127.0.0.1 port={mute.getsockname()[1]}")
        waiting = arrivals.expect(ledger_name, Seq(1))
        connection, _ = mute.accept()
        with connection:
            arrivals.release()
            assert waiting.result(0) is None
    arrivals.close()
