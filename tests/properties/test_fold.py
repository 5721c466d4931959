"""However requests come in, the tables hold what a fold of the events in memory holds."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg import sql

from adapters.errors import FactledgerError, Invalid
from adapters.postgres.events import recorded_of
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Outcome, Written
from adapters.services import Services
from domain.commands import AssertAll, AssertFact, Command
from domain.events import FactAsserted, Quote, Recorded, Warned
from domain.fold import Memory
from domain.identity import IdentityMode
from domain.values import Boolean, Entity, Number, Text
from domain.words import LedgerName, Seq
from projections.registry import INLINE, project
from projections.step import Step
from tests.adapters.postgres.writing import WAIT_S, asserted, outcomes, request, written
from tests.conftest import Caller, opening
from tests.database import Database

LONG_AGO = datetime(2024, 2, 15, tzinfo=UTC)


def requested(command: Command, key: str | None) -> Request:
    """A request for this command, told from others under its key by all that it says."""
    return Request(command=command, idempotency_key=key, content=repr(command).encode())


claims = st.builds(
    AssertFact,
    # Few subjects in many spellings, or claims would seldom meet.
    subject=st.sampled_from(["Alice", "ALICE ", "al\u200bice", "Ａlice\t", "Zoë", "Zoe\u0308"]),
    predicate=st.sampled_from(["likes", "Likes\u00a0"]),
    object=st.sampled_from(
        [
            Text(text="tea"),
            Text(text="TEA\n"),
            Entity(name="tea"),
            Text(text="C"),
            Text(text="C#"),
            Number(number=Decimal(28000), unit=None),
            Number(number=Decimal("2.8e4"), unit="CNY"),
            Boolean(value=True),
        ]
    ),
    source=st.sampled_from([None, "a book", "A  Book"]),
    observed_at=st.sampled_from([None, LONG_AGO]),
    evidence=st.sampled_from([(), (Quote(quote="so it is said", uri=None),)]),
    derived_from=st.sampled_from([(), (), (), (Seq(2),), (Seq(5),)]),
)
commands: st.SearchStrategy[Command] = st.one_of(
    claims, st.lists(claims, min_size=1, max_size=4).map(lambda each: AssertAll(claims=(*each,)))
)
sequences = st.lists(
    st.builds(requested, commands, st.sampled_from([None, None, "k1", "k2"])),
    min_size=1,
    max_size=10,
)
modes = st.sampled_from(IdentityMode)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """A database to which ledgers are added, one for each way of saying the same."""

    database: Database
    services: Services
    admin: Caller
    names: Iterator[str]

    def open(self, mode: IdentityMode) -> LedgerName:
        """A new ledger."""
        name = LedgerName(next(self.names))
        self.services.ledger.open(self.admin.grant, name, opening(identity=mode))
        return name

    def say(self, ledger: LedgerName, *tickets: Sequence[Request]) -> list[object]:
        """Hand in one ticket after another; returns what was answered, without times."""
        return [
            plain(outcome)
            for ticket in tickets
            for outcome in outcomes(self.services, self.admin.grant, ledger, *ticket)
        ]

    def events(self, ledger: LedgerName) -> list[Recorded]:
        """What stands in a ledger."""
        page = self.services.reader.events(
            self.admin.grant, ledger, after=Seq(0), limit=500, type_name=None
        )
        return [recorded_of(row) for row in page.rows]

    def rows(self, ledger: LedgerName) -> dict[str, set[str]]:
        """The rows of every read table, each written out."""
        found: dict[str, set[str]] = {}
        with psycopg.connect(self.database.admin_url) as connection:
            for projection in INLINE:
                columns = sql.SQL(", ").join(map(sql.Identifier, projection.row._fields))
                query = sql.SQL("select {} from read.{} where ledger = %s").format(
                    columns, sql.Identifier(projection.table)
                )
                rows = connection.execute(query, [ledger]).fetchall()
                found[projection.table] = {repr(row) for row in rows}
        return found


@pytest.fixture
def bench(database: Database, services: Services, admin: Caller) -> Bench:
    names = (f"ledger-{number}" for number in itertools.count())
    return Bench(database=database, services=services, admin=admin, names=names)


def folded(ledger: LedgerName, events: Sequence[Recorded]) -> dict[str, set[str]]:
    """The rows that a fold of these events in memory writes."""
    memory = Memory(ledger=ledger)
    rows: dict[str, dict[tuple[object, ...], str]] = {each.table: {} for each in INLINE}
    for recorded in events:
        before, after = memory.apply(recorded)
        for table, key, row in project(Step(before, recorded, after)):
            rows[table][key] = repr(tuple(row))
    return {table: set(by_key.values()) for table, by_key in rows.items()}


def plain(outcome: Outcome) -> object:
    """An answer without what differs from one writing to the next."""
    match outcome:
        case Written():
            return [timeless(each) for each in outcome.recorded], outcome.repeated
        case Invalid():
            return outcome.refusals
        case FactledgerError():
            return type(outcome), outcome.detail


def timeless(recorded: Recorded) -> object:
    """An event without its ledger, its instants and the id of its command."""
    event = recorded.event
    if isinstance(event, FactAsserted) and event.said is not None:
        said = event.said
        if said.observed_at != LONG_AGO:
            event = replace(event, said=replace(said, observed_at=LONG_AGO))
    return recorded.seq, recorded.command.i, recorded.command.n, event


def split(requests: Sequence[Request], cuts: set[int]) -> list[list[Request]]:
    """The requests in tickets, a new one wherever a cut is."""
    tickets: list[list[Request]] = [[]]
    for place, each in enumerate(requests):
        if place in cuts:
            tickets.append([])
        tickets[-1].append(each)
    return tickets


def test_however_requests_are_grouped_they_come_to_the_same_and_to_what_the_fold_says(
    bench: Bench,
) -> None:
    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(modes, sequences, st.sets(st.integers(1, 9)))
    def check(mode: IdentityMode, requests: list[Request], cuts: set[int]) -> None:
        together, alone, anyhow = (bench.open(mode) for _ in range(3))
        answers = bench.say(together, requests)
        assert len(answers) == len(requests)
        assert bench.say(alone, *([each] for each in requests)) == answers
        assert bench.say(anyhow, *split(requests, cuts)) == answers
        events = {ledger: bench.events(ledger) for ledger in (together, alone, anyhow)}
        first = [timeless(each) for each in events[together]]
        for ledger, found in events.items():
            assert [timeless(each) for each in found] == first
            assert bench.rows(ledger) == folded(ledger, found)

    check()


def test_two_ledgers_side_by_side_are_each_what_they_are_alone(bench: Bench) -> None:
    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(modes, sequences, sequences)
    def check(mode: IdentityMode, left: list[Request], right: list[Request]) -> None:
        alone = [bench.open(mode), bench.open(mode)]
        expected = [
            bench.say(ledger, *([each] for each in requests))
            for ledger, requests in zip(alone, (left, right), strict=True)
        ]
        beside = [bench.open(mode), bench.open(mode)]
        answers: list[list[object]] = [[], []]
        for pair in itertools.zip_longest(left, right):
            waiting = [
                (side, bench.services.ledger.submit(bench.admin.grant, beside[side], [each]))
                for side, each in enumerate(pair)
                if each is not None
            ]
            for side, future in waiting:
                answers[side].extend(plain(each) for each in future.result(WAIT_S))
        assert answers == expected
        for one, other in zip(alone, beside, strict=True):
            events = bench.events(other)
            assert [timeless(each) for each in events] == [
                timeless(each) for each in bench.events(one)
            ]
            assert bench.rows(other) == folded(other, events)

    check()


def test_a_third_value_is_not_warned_of_where_the_first_is_said_again_beside_it(
    bench: Bench,
) -> None:
    ledger = bench.open(IdentityMode.FOLDED)
    warned = [
        asserted(done).warned
        for values in (("tea", "milk"), ("wine", "tea"))
        for done in written(
            bench.services, bench.admin.grant, ledger, *(request(value=value) for value in values)
        )
    ]
    assert warned == [(), (Warned.SECOND_VALUE,), (), ()]
