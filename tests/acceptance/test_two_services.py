"""Several services on one ledger, some of which are stopped or killed at the worst of moments."""

import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import psycopg

from adapters.errors import Unavailable
from adapters.postgres.orders import Outcome, Written
from adapters.postgres.verifier import Depth, Verifier
from adapters.postgres.views import When
from adapters.services import Services, serving
from domain.words import LedgerName, Seq
from tests.acceptance.processes import WAIT_S, process
from tests.acceptance.writer import Answer, Job, subject_of
from tests.adapters.postgres.writing import outcomes, request, written
from tests.conftest import Caller, opening
from tests.database import Database
from tests.wire import Fate, Statement, wired

MAIN = LedgerName("main")


def job(database: Database, caller: Caller, name: str, writes: int, **more: int) -> Job:
    """Writes to the ledger main."""
    return Job(
        url=database.app_url,
        secret=caller.secret,
        ledger="main",
        name=name,
        writes=writes,
        claims=more.get("claims", 1),
        callers=more.get("callers", 1),
    )


def sound_events(services: Services, caller: Caller, ledger: LedgerName = MAIN) -> dict[int, str]:
    """The ledger's events by position with their hashes; fails unless all of it is sound."""
    done = Verifier(services.pool).verify(caller.grant, ledger, depth=Depth.TABLES)
    assert done.findings == ()
    events: dict[int, str] = {}
    while len(events) < done.size:
        after = Seq(max(events, default=0))
        page = services.reader.events(caller.grant, ledger, after=after, limit=500, type_name=None)
        events.update((row.seq, row.leaf_hash.hex()) for row in page.rows)
    assert list(events) == list(range(1, done.size + 1))
    return events


def acknowledged(answers: Sequence[Answer], events: dict[int, str]) -> list[Answer]:
    """The writes that were acknowledged; fails unless each stands where it was said to stand."""
    written = [each for each in answers if each.error is None]
    assert all(each.seq is not None and events[each.seq] == each.leaf_hash for each in written)
    return written


def test_two_services_with_five_hundred_writes_each_make_one_chain_without_gaps(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    del ledger_name
    with (
        process(job(database, agent, "one", 500, callers=8)) as one,
        process(job(database, agent, "two", 500, callers=8)) as two,
    ):
        for each in (one, two):
            each.go()
        answers = [*one.answers(500), *two.answers(500)]
        assert (one.end(), two.end()) == (0, 0)
    events = sound_events(services, agent)
    assert len(events) == 1001
    assert sorted(each.seq or 0 for each in acknowledged(answers, events)) == list(range(2, 1002))


def test_a_service_that_is_killed_loses_nothing_it_acknowledged_and_holds_nobody_up(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    del ledger_name
    with (
        # More than it comes to before it is killed, however late that is.
        process(job(database, agent, "killed", 50_000, callers=8)) as killed,
        process(job(database, agent, "other", 500, callers=8)) as other,
    ):
        for each in (killed, other):
            each.go()
        killed.answers(100)
        killed.send(signal.SIGKILL)
        assert killed.end() == -signal.SIGKILL
        answers = [*killed.answers(100), *other.answers(500)]
        assert other.end() == 0
    events = sound_events(services, agent)
    assert len(acknowledged(answers, events)) >= 100 + 500
    assert len(answers) + 1 <= len(events)


def test_a_service_that_is_stopped_in_mid_decision_holds_the_others_up_but_not_for_ever(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    stopping = Job(
        url=database.app_url,
        secret=agent.secret,
        ledger=ledger_name,
        name="stopped",
        writes=1,
        stops_in_decision=True,
    )
    with process(stopping) as stopped:
        stopped.go()
        wait_for_holder(database)
        written(services, agent.grant, ledger_name, request())
        assert stopped.answers(-1) == []
        assert [*sound_events(services, agent)] == [1, 2]
        stopped.send(signal.SIGCONT)
        (answer,) = stopped.answers(1)
        assert stopped.end() == 0
    events = sound_events(services, agent)
    assert len(events) == 2 + len(acknowledged([answer], events))


def wait_for_holder(database: Database) -> None:
    """Wait until a session of the service holds a head and does nothing."""
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        for _ in range(int(WAIT_S / 0.02)):
            row = admin.execute(
                "select count(*) from pg_stat_activity where datname = current_database() "
                "and usename = 'factledger_service' and state = 'idle in transaction'"
            ).fetchone()
            if row == (1,):
                return
            admin.execute("select pg_sleep(0.02)")
    raise AssertionError("nobody took the head")


@dataclass(eq=False, kw_only=True, slots=True)
class Hold:
    """Holds a wire at one statement of a service's first write until it is let go."""

    number: int
    armed: bool = False
    seen: int = 0
    held: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)

    def __call__(self, statement: Statement) -> Fate:
        del statement
        if self.armed:
            self.seen += 1
            if self.seen == self.number:
                self.held.set()
                assert self.go_on.wait(WAIT_S)
        return Fate.PASS


@contextmanager
def holding(hold: Hold, database: Database, ledger: LedgerName) -> Generator[Services]:
    """A service whose wire is held, once it begins to write."""
    with (
        wired(database.app_url, hold) as url,
        serving(url, connections=1, writers=1) as services,
    ):
        services.ledger.opening(ledger)
        hold.armed = True
        yield services


def test_a_service_that_stops_at_any_statement_of_a_write_frees_the_ledger_for_the_others(
    database: Database, services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    with holding(counting := Hold(number=0), database, ledger_name) as free:
        written(free, admin.grant, ledger_name, request())
    places = range(1, counting.seen + 1)
    holds = [Hold(number=number) for number in places]
    ledgers = [LedgerName(f"ledger-{number}") for number in places]
    with ExitStack() as stack, ThreadPoolExecutor(len(places)) as threads:

        def write(hold: Hold, ledger: LedgerName) -> Outcome:
            (outcome,) = outcomes(stopped[hold.number], admin.grant, ledger, request("held"))
            return outcome

        stopped: dict[int, Services] = {}
        for hold, ledger in zip(holds, ledgers, strict=True):
            services.ledger.open(admin.grant, ledger, opening())
            stopped[hold.number] = stack.enter_context(holding(hold, database, ledger))
        held = threads.map(write, holds, ledgers)
        assert all(hold.held.wait(WAIT_S) for hold in holds)
        for ledger in ledgers:
            written(services, admin.grant, ledger, request("other"))
        for hold in holds:
            hold.go_on.set()
        answers = [*held]
    assert len(answers) >= 6
    for ledger, answer in zip(ledgers, answers, strict=True):
        assert isinstance(answer, Written | Unavailable)
        events = sound_events(services, admin, ledger)
        assert len(events) == 2 + isinstance(answer, Written)


def test_a_service_that_is_killed_between_any_two_statements_leaves_all_of_a_write_or_nothing(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    del ledger_name
    kills = 0
    while (ended := killed_at(kills + 1, database, services, agent)) != 0:
        assert ended == -signal.SIGKILL
        kills += 1
    assert kills >= 6


def killed_at(number: int, database: Database, services: Services, caller: Caller) -> int:
    """Kill a service before this statement of its write arrives; returns how it ended."""
    seen: list[Statement] = []
    armed = threading.Event()

    def watch(statement: Statement) -> Fate:
        if armed.is_set():
            seen.append(statement)
            if len(seen) == number:
                os.kill(statement.sender, signal.SIGKILL)
                return Fate.CUT
        return Fate.PASS

    before = len(sound_events(services, caller))
    with wired(database.app_url, watch) as url:
        over_wire = Job(
            url=url,
            secret=caller.secret,
            ledger="main",
            name=f"killed at {number}",
            writes=1,
            claims=2,
        )
        with process(over_wire) as victim:
            armed.set()
            victim.go()
            ended = victim.end()
            answers = victim.answers(-1)
    events = sound_events(services, caller)
    assert len(acknowledged(answers, events)) == (ended == 0)
    assert len(events) - before == (2 if ended == 0 else 0)
    return ended


def test_a_service_that_is_killed_right_behind_its_answer_has_written_what_it_said(
    database: Database, services: Services, agent: Caller, ledger_name: LedgerName
) -> None:
    for number in range(5):
        name = f"killed {number}"
        with process(job(database, agent, name, 50, claims=2)) as killed:
            killed.go()
            last = killed.answers(1)[-1]
            killed.send(signal.SIGKILL)
            killed.end()
        assert last.seq is not None
        fact = services.reader.fact(agent.grant, ledger_name, Seq(last.seq), when=When()).row
        assert fact.subject == subject_of(name, last.write)
        events = sound_events(services, agent)
        assert acknowledged([last], events) == [last]
