"""However requests come in, the tables hold what a fold of the events in memory holds."""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import cast

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg import sql

from adapters.errors import FactledgerError
from adapters.postgres.events import recorded_of
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Outcome, Written
from adapters.services import Services
from domain.commands import Command, DecideReview, Restore
from domain.events import DuelResolved, FactAsserted, Recorded, Warned
from domain.fold import Memory
from domain.grants import Grant, Role
from domain.identity import IdentityMode
from domain.words import Actor, ActorKind, LedgerName, Seq, TokenId
from projections.registry import INLINE, project
from projections.step import Since, Step, note_since
from tests.adapters.postgres.writing import WAIT_S, asserted, outcomes, request, written
from tests.conftest import Caller, opening
from tests.database import Database
from tests.domain.asking import commands, meant, named

WHO = st.sampled_from(["agent", "system", "admin", "admin"])


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A command as it is asked: by whom, and under which idempotency key, if any."""

    command: Command
    who: str
    key: str | None

    def request(self, said: Sequence[Seq]) -> Request:
        """The request, told from others under its key by all that it says."""
        command = meant(self.command, said) if said else self.command
        return Request(command=command, idempotency_key=self.key, content=repr(command).encode())


sequences = st.lists(
    st.builds(Asked, command=commands, who=WHO, key=st.sampled_from([None, None, "k1", "k2"])),
    min_size=1,
    max_size=10,
)
modes = st.sampled_from(IdentityMode)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bench:
    """A database to which ledgers are added, one for each way of saying the same."""

    database: Database
    services: Services
    grants: dict[str, Grant]
    names: Iterator[str]

    def open(self, mode: IdentityMode) -> LedgerName:
        """A new ledger."""
        name = LedgerName(next(self.names))
        self.services.ledger.open(self.grants["admin"], name, opening(identity=mode))
        return name

    def submit(self, ledger: LedgerName, who: str, *requests: Request) -> list[object]:
        """Hand in requests as one ticket; returns what was answered, without times."""
        found = outcomes(self.services, self.grants[who], ledger, *requests)
        return [plain(outcome) for outcome in found]

    def ask(self, ledger: LedgerName, asked: Sequence[Asked]) -> list[tuple[str, Request, object]]:
        """Ask one thing after another, of what was said by then; returns who asked what."""
        found: list[tuple[str, Request, object]] = []
        for each in asked:
            sent = each.request(named(self.events(ledger)))
            who = "admin" if isinstance(each.command, Restore | DecideReview) else each.who
            (answer,) = self.submit(ledger, who, sent)
            found.append((who, sent, answer))
        return found

    def events(self, ledger: LedgerName) -> list[Recorded]:
        """What stands in a ledger."""
        page = self.services.reader.events(
            self.grants["admin"], ledger, after=Seq(0), limit=500, type_name=None
        )
        return [recorded_of(row) for row in page.rows]

    def rows(self, ledger: LedgerName) -> dict[str, set[str]]:
        """The rows of every read table, each written out."""
        found: dict[str, set[str]] = {}
        with psycopg.connect(self.database.admin_url) as connection:
            connection.execute("set time zone 'UTC'")
            for projection in INLINE:
                columns = sql.SQL(", ").join(map(sql.Identifier, projection.row._fields))
                query = sql.SQL("select {} from read.{} where ledger = %s").format(
                    columns, sql.Identifier(projection.table)
                )
                rows = connection.execute(query, [ledger]).fetchall()
                found[projection.table] = {spelt(row) for row in rows}
        return found


@pytest.fixture
def bench(database: Database, services: Services, admin: Caller) -> Bench:
    names = (f"ledger-{number}" for number in itertools.count())
    others = {"agent": ActorKind.AGENT, "system": ActorKind.SYSTEM}
    grants = {
        name: replace(
            admin.grant,
            actor=Actor(token=TokenId(f"t{number:012x}"), name=name, kind=kind),
            role=Role.AGENT,
        )
        for number, (name, kind) in enumerate(others.items())
    }
    return Bench(
        database=database, services=services, grants={**grants, "admin": admin.grant}, names=names
    )


def folded(ledger: LedgerName, events: Sequence[Recorded]) -> dict[str, set[str]]:
    """The rows that a fold of these events in memory leaves."""
    memory = Memory(ledger=ledger, complete=True)
    since: dict[int, Since] = {}
    rows: dict[str, dict[tuple[object, ...], str]] = {each.table: {} for each in INLINE}
    for _, command in itertools.groupby(events, key=lambda each: each.command.id):
        recorded = tuple(command)
        before, after = memory.apply(recorded)
        for table, key, row in list(project(Step(before, recorded, after, since))):
            if row is None:
                del rows[table][key]
            else:
                rows[table][key] = spelt(row)
            if table == "fact":
                note_since(since, row, key)
    return {table: set(by_key.values()) for table, by_key in rows.items()}


def spelt(row: Sequence[object]) -> str:
    """A row written out, whoever made it."""
    return json.dumps([_plain(each) for each in row], sort_keys=True)


def _plain(value: object) -> object:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case bytes():
            return value.hex()
        case list():
            return [_plain(each) for each in cast("list[object]", value)]
        case _:
            return value


def plain(outcome: Outcome) -> object:
    """An answer without what differs from one writing to the next."""
    match outcome:
        case Written():
            return [timeless(each) for each in outcome.recorded], outcome.repeated
        case FactledgerError():
            return type(outcome), outcome.detail


def timeless(recorded: Recorded) -> object:
    """What an event decides, without its ledger, its instants and the id of its command."""
    event = recorded.event
    decided: object = None
    if isinstance(event, FactAsserted):
        decided = event.fact, event.joined, event.status, event.warned, event.like
    elif isinstance(event, DuelResolved):
        decided = event.newcomer, event.claims, event.verdict, event.status
    return recorded.seq, recorded.command.i, recorded.command.n, type(event), decided


def tickets(
    sent: Sequence[tuple[str, Request, object]], cuts: set[int]
) -> Iterator[tuple[str, list[Request]]]:
    """The requests in tickets: a new one for another caller, and wherever a cut is."""
    ticket: list[Request] = []
    for place, (who, each, _) in enumerate(sent):
        if ticket and (place in cuts or who != sent[place - 1][0]):
            yield sent[place - 1][0], ticket
            ticket = []
        ticket.append(each)
    yield sent[-1][0], ticket


def test_however_requests_are_grouped_they_come_to_the_same_and_to_what_the_fold_says(
    bench: Bench,
) -> None:
    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(modes, sequences, st.sets(st.integers(1, 9)))
    def check(mode: IdentityMode, asked: list[Asked], cuts: set[int]) -> None:
        alone, together, anyhow = (bench.open(mode) for _ in range(3))
        sent = bench.ask(alone, asked)
        answers = [answer for _, _, answer in sent]
        for ledger, places in ((together, set[int]()), (anyhow, cuts)):
            again = [
                answer
                for who, requests in tickets(sent, places)
                for answer in bench.submit(ledger, who, *requests)
            ]
            assert again == answers
        first = [timeless(each) for each in bench.events(alone)]
        for ledger in (alone, together, anyhow):
            events = bench.events(ledger)
            assert [timeless(each) for each in events] == first
            assert bench.rows(ledger) == folded(ledger, events)

    check()


def test_two_ledgers_side_by_side_are_each_what_they_are_alone(bench: Bench) -> None:
    @settings(max_examples=15, deadline=None, derandomize=True)
    @given(modes, sequences, sequences)
    def check(mode: IdentityMode, left: list[Asked], right: list[Asked]) -> None:
        alone = [bench.ask(bench.open(mode), asked) for asked in (left, right)]
        beside = [bench.open(mode), bench.open(mode)]
        answers: list[list[object]] = [[], []]
        for pair in itertools.zip_longest(*alone):
            waiting = [
                (side, bench.services.ledger.submit(bench.grants[who], beside[side], [sent]))
                for side, (who, sent, _) in ((at, each) for at, each in enumerate(pair) if each)
            ]
            for side, future in waiting:
                answers[side].extend(plain(each) for each in future.result(WAIT_S))
        assert answers == [[answer for _, _, answer in sent] for sent in alone]
        for ledger in beside:
            assert bench.rows(ledger) == folded(ledger, bench.events(ledger))

    check()


def test_a_third_value_is_not_warned_of_where_the_first_is_said_again_beside_it(
    bench: Bench,
) -> None:
    ledger = bench.open(IdentityMode.FOLDED)
    warned = [
        asserted(done).warned
        for values in (("tea", "milk"), ("wine", "tea"))
        for done in written(
            bench.services,
            bench.grants["admin"],
            ledger,
            *(request(value=value) for value in values),
        )
    ]
    assert warned == [(), (Warned.SECOND_VALUE,), (), ()]
