"""The committer: groups, tries, halves and the queue, mostly over the real write of a group."""

import logging
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

import psycopg
import pytest
from psycopg_pool import PoolTimeout

from adapters.errors import Busy, Fault, Unavailable
from adapters.postgres import committer as module
from adapters.postgres import deliberation
from adapters.postgres.committer import GROUP_CLAIMS_MAX, QUEUE_CLAIMS_MAX, Committer, Ticket
from adapters.postgres.group import write_group
from adapters.postgres.orders import Order, Outcome, Written, fresh_id
from adapters.postgres.tries import PAUSES_S
from adapters.services import Services
from domain.commands import AssertAll, AssertFact, Command, ForeignQuery, RecordForeign
from domain.events import FactAsserted, ForeignContent
from domain.words import CommandId, LedgerName, Seq, Status
from projections import registry
from projections.comparison import Comparison
from projections.rows import Row
from tests.adapters.postgres.appending import WRITER
from tests.adapters.postgres.writing import WAIT_S, claim, must_be_written
from tests.conftest import Caller
from tests.database import Database

if TYPE_CHECKING:
    from concurrent.futures import Future

    from domain.values import Value

Before = Callable[[Sequence[Order]], None]


class Writing:
    """The real write of a group, and what a test has happen before or behind it."""

    def __init__(self, services: Services, caller: Caller, ledger: LedgerName) -> None:
        self._services = services
        self._ledger = ledger
        self._caller = caller
        self._opening = services.ledger.opening(ledger)
        self.groups: list[list[CommandId]] = []
        self.before: Before = lambda _: None
        self.behind: Before = lambda _: None
        self.budget_s: float | None = None

    def __call__(
        self, orders: Sequence[Order], unsure: Sequence[CommandId], budget_s: float
    ) -> list[Outcome]:
        self.groups.append([order.id for order in orders])
        self.before(orders)
        outcomes = write_group(
            self._services.pool,
            self._ledger,
            self._opening,
            orders,
            unsure=unsure,
            budget_s=budget_s if self.budget_s is None else self.budget_s,
        )
        self.behind(orders)
        return outcomes

    def counts(self) -> Mapping[Status, int]:
        """How many facts there are of each status."""
        return self._services.reader.ledger(self._caller.grant, self._ledger).counts

    def seqs(self) -> list[int]:
        """The positions that stand behind the ledger's opening."""
        page = self._services.reader.events(
            self._caller.grant, self._ledger, after=Seq(1), limit=500, type_name=None
        )
        return [row.seq for row in page.rows]


@pytest.fixture
def writing(services: Services, agent: Caller, ledger_name: LedgerName) -> Writing:
    return Writing(services, agent, ledger_name)


@pytest.fixture
def committer(writing: Writing) -> Generator[Committer]:
    made = Committer(writing, name="committer of a test")
    yield made
    made.close()


def ordered(*commands: Command) -> list[Order]:
    """Orders of these commands."""
    return [
        Order(command=command, actor=WRITER, may_review=False, id=fresh_id())
        for command in commands
    ]


def carried_out(committer: Committer, orders: Sequence[Order]) -> list[Outcome]:
    """The outcomes of orders that were handed in together."""
    return committer.submit(Ticket(orders=orders)).result(WAIT_S)


def raising(*sqlstates: str) -> Before:
    """Raise the driver's errors of these SQLSTATEs in turn, and none behind the last of them."""
    errors = iter([psycopg.errors.lookup(sqlstate)() for sqlstate in sqlstates])

    def act(orders: Sequence[Order]) -> None:
        del orders
        for error in errors:
            raise error

    return act


def values(count: int) -> list[AssertFact]:
    """So many claims of different values."""
    return [claim("Alice", "likes", f"value {number}") for number in range(count)]


@pytest.mark.parametrize(
    "sqlstate", ["40001", "40P01", "55P03", "57014", "53300", "57P01", "08006"]
)
def test_what_passes_is_tried_again_and_written_once(
    writing: Writing, committer: Committer, sqlstate: str
) -> None:
    writing.before = raising(sqlstate, sqlstate)
    outcomes = carried_out(committer, ordered(*values(3)))
    assert [must_be_written(each).receipt.seq for each in outcomes] == [2, 3, 4]
    assert writing.seqs() == [2, 3, 4]
    assert len(writing.groups) == 3


@pytest.mark.parametrize("sqlstate", ["57P01", "57P02", "08006", "25P03", "25P04", "40003"])
def test_what_is_lost_behind_the_commit_is_looked_up_and_not_written_again(
    writing: Writing, committer: Committer, sqlstate: str
) -> None:
    writing.behind = raising(sqlstate)
    outcomes = carried_out(committer, ordered(*values(3)))
    assert [must_be_written(each).receipt.seq for each in outcomes] == [2, 3, 4]
    assert writing.seqs() == [2, 3, 4]
    assert len(writing.groups) == 2


def test_what_was_committed_unheard_stays_in_doubt_until_it_is_settled(
    writing: Writing, committer: Committer
) -> None:
    def lose(orders: Sequence[Order]) -> None:
        if len(orders) == 5 and len(writing.groups) == 1:
            # All five are committed; from here on one is looked up at a time.
            writing.budget_s = 0.0
            raise psycopg.errors.AdminShutdown

    writing.behind = lose
    outcomes = carried_out(committer, ordered(*values(5)))
    assert [must_be_written(each).receipt.seq for each in outcomes] == [2, 3, 4, 5, 6]
    assert writing.seqs() == [2, 3, 4, 5, 6]
    assert len(writing.groups) == 6


def test_what_was_committed_unheard_stays_in_doubt_through_its_halves(
    writing: Writing, committer: Committer
) -> None:
    faults = iter([psycopg.errors.AdminShutdown(), None])

    def lose(orders: Sequence[Order]) -> None:
        del orders
        error = next(faults, None)
        if error is not None:
            raise error

    def refuse(orders: Sequence[Order]) -> None:
        if len(orders) == 4 and len(writing.groups) == 2:
            raise psycopg.errors.CheckViolation

    writing.behind, writing.before = lose, refuse
    outcomes = carried_out(committer, ordered(*values(4)))
    assert [must_be_written(each).receipt.seq for each in outcomes] == [2, 3, 4, 5]
    assert writing.seqs() == [2, 3, 4, 5]
    assert [len(group) for group in writing.groups] == [4, 4, 2, 2]


def test_what_never_passes_is_given_up_and_nothing_is_written(
    writing: Writing, committer: Committer
) -> None:
    writing.before = raising(*["40001"] * len(PAUSES_S))
    outcomes = carried_out(committer, ordered(*values(2)))
    assert [type(each) for each in outcomes] == [Unavailable, Unavailable]
    assert writing.seqs() == []
    assert len(writing.groups) == len(PAUSES_S)
    must_be_written(carried_out(committer, ordered(*values(1)))[0])


def test_no_connection_in_time_is_given_up_at_once(writing: Writing, committer: Committer) -> None:
    def wait(orders: Sequence[Order]) -> None:
        del orders
        raise PoolTimeout

    writing.before = wait
    (outcome,) = carried_out(committer, ordered(*values(1)))
    assert isinstance(outcome, Unavailable)
    assert len(writing.groups) == 1


@pytest.mark.parametrize("poisonous", [{7}, {0}, {19}, {3, 4, 12}])
def test_a_command_that_the_database_refuses_fails_alone_with_a_reference(
    database: Database,
    writing: Writing,
    committer: Committer,
    caplog: pytest.LogCaptureFixture,
    poisonous: set[int],
) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("alter table read.fact add check (subject <> 'poison')")
    claims = [
        replace(each, subject="poison") if number in poisonous else each
        for number, each in enumerate(values(20))
    ]
    with caplog.at_level(logging.ERROR, "factledger"):
        outcomes = carried_out(committer, ordered(*claims))
    faults = [each for each in outcomes if isinstance(each, Fault)]
    assert {at for at, each in enumerate(outcomes) if each in faults} == poisonous
    written = [each.receipt.seq for each in outcomes if isinstance(each, Written)]
    assert written == writing.seqs() == list(range(2, 22 - len(poisonous)))
    logged = [vars(record)["details"] for record in caplog.records]
    assert [each["reference"] for each in logged] == [each.reference for each in faults]
    assert {each["sqlstate"] for each in logged} == {"23514"}
    assert "poison" not in caplog.text


def test_a_command_that_cannot_even_be_read_fails_alone(
    writing: Writing, committer: Committer
) -> None:
    unreadable = replace(claim("Alice", "likes", "tea"), object=cast("Value", "tea"))
    outcomes = carried_out(committer, ordered(values(1)[0], unreadable, values(2)[1]))
    assert [type(each) for each in outcomes] == [Written, Fault, Written]
    assert writing.seqs() == [2, 3]


def test_a_command_whose_projection_raises_fails_alone_and_leaves_no_row(
    writing: Writing, committer: Committer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows(found: Comparison) -> list[Row]:
        claims = [claim for axis in found.after.axes for claim in axis.claims.values()]
        if any(each.words.subject == "unlucky" for each in claims):
            raise ZeroDivisionError
        return []

    spoilt = replace(registry.INLINE[-1], events=frozenset({FactAsserted}), rows=rows)
    projections = (*registry.INLINE[:-1], spoilt)
    monkeypatch.setattr(deliberation, "project", partial(registry.project, projections=projections))
    act = AssertAll(claims=(claim("Bob", "likes", "tea"), claim("unlucky", "likes", "tea")))
    orders = ordered(claim("Alice", "likes", "tea"), act, claim("Bob", "likes", "milk"))
    outcomes = carried_out(committer, orders)
    assert [type(each) for each in outcomes] == [Written, Fault, Written]
    assert writing.seqs() == [2, 3]
    assert writing.counts() == {"active": 2}
    assert len(writing.groups) == 1


def test_what_the_time_for_deciding_left_over_is_carried_out_next_and_in_order(
    writing: Writing, committer: Committer
) -> None:
    writing.budget_s = 0.0
    first = committer.submit(Ticket(orders=ordered(*values(4))))
    second = committer.submit(Ticket(orders=ordered(*values(2))))
    outcomes = [*first.result(WAIT_S), *second.result(WAIT_S)]
    assert [must_be_written(each).receipt.seq for each in outcomes] == [2, 3, 4, 5, 6, 7]
    assert len(writing.groups) == 6


# The queue alone, over a write that waits to be let through and answers nothing but that it ran.


class Gate:
    """A write that stands still until it is opened, and notes the groups that came by."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.groups: list[list[Order]] = []

    def __call__(
        self, orders: Sequence[Order], unsure: Sequence[CommandId], budget_s: float
    ) -> list[Outcome]:
        del unsure, budget_s
        self.groups.append([*orders])
        assert self.open.wait(WAIT_S)
        return [Unavailable(order.id) for order in orders]


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def gated(gate: Gate) -> Generator[Committer]:
    made = Committer(gate, name="gated committer")
    yield made
    gate.open.set()
    made.close()


def ids(future: "Future[list[Outcome]]") -> list[str]:
    """The ids that the gate answered with."""
    return [cast("Unavailable", each).detail for each in future.result(WAIT_S)]


def queued(gate: Gate, committer: Committer, order: Order) -> None:
    """Hand in one order and wait until it stands before the gate."""
    committer.submit(Ticket(orders=[order]))
    while not gate.groups:
        time.sleep(0.001)


def test_a_full_queue_says_when_to_ask_again_and_takes_no_part_of_the_ticket(
    gate: Gate, gated: Committer
) -> None:
    (small,) = ordered(values(1)[0])
    (large,) = ordered(AssertAll(claims=tuple(values(1000))))
    queued(gate, gated, small)
    waiting = [gated.submit(Ticket(orders=[large])) for _ in range(QUEUE_CLAIMS_MAX // 1000)]
    with pytest.raises(Busy) as caught:
        gated.submit(Ticket(orders=[small, large]))
    assert caught.value.retry_after_s == 1
    waiting.append(gated.submit(Ticket(orders=[small])))
    gate.open.set()
    assert [ids(each) for each in waiting] == [[large.id]] * 8 + [[small.id]]
    assert sum(map(len, gate.groups)) == 10


def test_groups_are_bounded_and_an_act_stays_whole(gate: Gate, gated: Committer) -> None:
    conditional = RecordForeign(
        contents=(ForeignContent(type="noted", tags=(), data=b""),),
        unless=ForeignQuery(items=((("noted",), ()),), after=Seq(0)),
    )
    commands: list[Command] = [
        *values(GROUP_CLAIMS_MAX + 1),
        AssertAll(claims=tuple(values(GROUP_CLAIMS_MAX + 1))),
        *values(2),
        conditional,
        conditional,
        *values(1),
    ]
    (first, *orders) = ordered(*values(1), *commands)
    queued(gate, gated, first)
    future = gated.submit(Ticket(orders=orders))
    gate.open.set()
    assert ids(future) == [order.id for order in orders]
    assert [len(group) for group in gate.groups] == [1, GROUP_CLAIMS_MAX, 1, 1, 2, 1, 1, 1]


def test_giving_up_waiting_cancels_nothing(gate: Gate, gated: Committer) -> None:
    (first, second) = ordered(*values(2))
    queued(gate, gated, first)
    future = gated.submit(Ticket(orders=[second]))
    assert not future.cancel()
    with pytest.raises(TimeoutError):
        future.result(0.01)
    gate.open.set()
    assert ids(future) == [second.id]


def test_closing_carries_out_what_is_queued_and_takes_no_more(gate: Gate, gated: Committer) -> None:
    (first, *others) = ordered(*values(6))
    queued(gate, gated, first)
    futures = [gated.submit(Ticket(orders=[each])) for each in others]
    closing = threading.Thread(target=gated.close)
    closing.start()
    gate.open.set()
    closing.join(WAIT_S)
    assert all(future.done() for future in futures)
    assert [ids(future) for future in futures] == [[each.id] for each in others]
    with pytest.raises(Unavailable):
        gated.submit(Ticket(orders=[first]))


def test_no_orders_have_no_outcomes(gated: Committer) -> None:
    assert gated.submit(Ticket(orders=[])).result(WAIT_S) == []


def test_the_thread_ends_when_nothing_comes_and_is_there_again_when_something_does(
    gate: Gate, gated: Committer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IDLE_S", 0.01)
    gate.open.set()

    def running() -> bool:
        return any(each.name == "gated committer" for each in threading.enumerate())

    for order in ordered(*values(3)):
        assert ids(gated.submit(Ticket(orders=[order]))) == [order.id]
        until = time.monotonic() + WAIT_S
        while running() and time.monotonic() < until:
            time.sleep(0.005)
        assert not running()
