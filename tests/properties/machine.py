"""The machine: a real ledger that is told anything in any order, beside its events in memory."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from psycopg.rows import class_row

from adapters.errors import Conflict, Forbidden, Invalid, NotFound, PreconditionFailed
from adapters.postgres.events import load_stretch, recorded_of
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Written
from adapters.postgres.pool import set_scope
from adapters.postgres.rebuild.chunks import fold_here
from adapters.postgres.rebuild.making import Making, making
from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.postgres.replaying import replayed
from adapters.postgres.statements import statement
from adapters.postgres.stored import HeadRow, in_silence
from adapters.postgres.verifier import Depth, Verifier
from adapters.postgres.versions import VersionRow
from adapters.postgres.views import FactQuestion, FactView, When, Whenever
from adapters.services import Services
from domain.commands import AssertAll, AssertFact, Command
from domain.events import Recorded
from domain.grants import Grant
from domain.identity import IdentityMode
from domain.words import LedgerName, Seq, Status
from projections.replay import COMMANDS, TABLES, Derived, Key
from projections.rows import FactRow
from tests.adapters.postgres.writing import WAIT_S
from tests.conftest import opening
from tests.oracle import Oracle
from tests.properties import courses

UNDECIDED = (Invalid, NotFound, Conflict, Forbidden, PreconditionFailed)
"""What a request may be answered where nothing is written; anything else is a fault of ours."""

BUILT = [each for each in TABLES if each is not COMMANDS]
"""The tables that have builds."""

who = st.sampled_from(["ada", "ben", "crm", "rita", "rita"])
services = st.integers(0, 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class House:
    """A database that ledgers are added to, two services on it, and those who come to them."""

    services: tuple[Services, Services]
    grants: Mapping[str, Grant]
    names: Iterator[str] = field(default_factory=lambda: map("course-{}".format, itertools.count()))


class LedgerMachine(RuleBasedStateMachine):
    """One course: after each step every table must be what its events alone come to."""

    house: ClassVar[House]

    def __init__(self) -> None:
        super().__init__()
        self.ledger = LedgerName(next(self.house.names))
        self.oracle = Oracle(self.ledger)
        self.made: Making | None = None
        self.at_the_end = ExitStack()

    @initialize(
        mode=st.sampled_from(IdentityMode),
        declared=st.lists(courses.declarations, max_size=3),
        said=st.lists(st.tuples(who, courses.claims), min_size=4, max_size=12),
    )
    def opens(
        self, mode: IdentityMode, declared: list[Command], said: list[tuple[str, AssertFact]]
    ) -> None:
        """Some things are said in any course, or there would be little to decide on."""
        first, second = self.house.services
        first.ledger.open(self.house.grants["rita"], self.ledger, opening(identity=mode))
        self._asks(first, "rita", *declared)
        for by, claim in said:
            self._asks(second, by, claim)
            self.holds_what_its_events_come_to()

    @rule(service=services, by=who, claim=courses.claims)
    def says(self, service: int, by: str, claim: AssertFact) -> None:
        self._asks(self.house.services[service], by, claim)

    @rule(service=services, by=who, claims=st.lists(courses.claims, min_size=2, max_size=4))
    def says_several(self, service: int, by: str, claims: list[AssertFact]) -> None:
        self._asks(self.house.services[service], by, *claims)

    @rule(service=services, by=who, claims=st.lists(courses.claims, min_size=1, max_size=4))
    def says_all_or_nothing(self, service: int, by: str, claims: list[AssertFact]) -> None:
        self._asks(self.house.services[service], by, AssertAll(claims=(*claims,)))

    @rule(service=services, by=who, command=courses.commands, key=st.sampled_from(["k1", "k2"]))
    def asks_under_a_key(self, service: int, by: str, command: Command, key: str) -> None:
        self._asks(self.house.services[service], by, command, key=key)

    @rule(service=services, by=who, command=courses.declarations)
    def declares(self, service: int, by: str, command: Command) -> None:
        self._asks(self.house.services[service], by, command)

    @rule(service=services, by=who, command=courses.invalidations)
    def strikes_out(self, service: int, by: str, command: Command) -> None:
        self._asks(self.house.services[service], by, command)

    @rule(service=services, by=who, command=courses.endings | courses.corrections)
    def amends(self, service: int, by: str, command: Command) -> None:
        self._asks(self.house.services[service], by, command)

    @rule(service=services, by=who, command=courses.outcomes)
    def reports(self, service: int, by: str, command: Command) -> None:
        self._asks(self.house.services[service], by, command)

    @rule(service=services, by=who, command=courses.takings_back | courses.givings_back)
    def takes_back(self, service: int, by: str, command: Command) -> None:
        self._asks(self.house.services[service], by, command)

    @rule(service=services, command=courses.reviews)
    @precondition(lambda self: self.oracle.rows["read.review"])
    def decides(self, service: int, command: Command) -> None:
        self._asks(self.house.services[service], "rita", command)

    @rule(service=services, command=courses.restorations)
    @precondition(lambda self: self.oracle.rows["read.tombstone"])
    def restores(self, service: int, command: Command) -> None:
        self._asks(self.house.services[service], "rita", command)

    @rule(service=services, by=who, command=courses.foreign)
    def keeps(self, service: int, by: str, command: Command) -> None:
        self._asks(self.house.services[service], by, command)

    @rule(service=services, by=who, commands=st.lists(courses.commands, min_size=2, max_size=5))
    def asks_several(self, service: int, by: str, commands: list[Command]) -> None:
        self._asks(self.house.services[service], by, *commands)

    @rule(service=services, by=who, subject=courses.subjects)
    def looks(self, service: int, by: str, subject: str) -> None:
        """Who has seen a value tells an echo by saying it."""
        question = FactQuestion(statuses=(*Status,), subject=subject, when=When())
        self._read(service, by, question)

    @rule(service=services, back=st.integers(0, 60))
    def looks_back(self, service: int, back: int) -> None:
        """What was known at any position is what its events came to, up to a whole command.

        The tables say so, and a replay does that never looks at them.
        """
        known = max(1, self.oracle.seq - back)
        when = When(valid_at=Whenever.ANY, known_at=Seq(known))
        found = self._read(service, "rita", FactQuestion(statuses=(*Status,), when=when))
        end = max(each for each in self.oracle.facts if each <= known)
        facts = self.oracle.facts[end]
        assert found == [_view(facts[each]) for each in sorted(facts)]
        told, grant = self.house.services[service], self.house.grants["rita"]
        retold = replayed(told.pool, told.reader, grant, self.ledger, until=Seq(known))
        assert ([*retold.facts], retold.as_of.known_at) == (found, end)

    @rule(service=services)
    @precondition(lambda self: self.made is None)
    def begins_a_build(self, service: int) -> None:
        """From here on another build follows the course, now and then and in small pieces."""
        pool = self.house.services[service].pool
        making_one = making(pool, self.ledger, progress=in_silence)
        self.made = self.at_the_end.enter_context(making_one)

    @rule(events=st.integers(1, 12), held=st.sampled_from([0, 10, 20_000]))
    @precondition(lambda self: self.made is not None)
    def folds_on(self, events: int, held: int) -> None:
        """What it holds no more it finds in its own tables."""
        assert self.made is not None
        self.made.refold.at_hand.held_max = held
        with self.made.bench.desk(self.made.build) as desk:
            fold_here(self.made.refold, desk, events=events)
        self.made.refold.shed()

    @rule()
    @precondition(lambda self: self.made is not None)
    def lets_the_build_take_over(self) -> None:
        assert self.made is not None
        self._ends_the_build(self.made, gone=self.made.take_over())

    @rule()
    @precondition(lambda self: self.made is not None)
    def lets_the_build_go(self) -> None:
        """It is as the live one is, wherever that came from."""
        assert self.made is not None
        compared = self.made.compared(BUILT)
        assert [each for each in compared if each.count] == []
        self._ends_the_build(self.made, gone=self.made.build)

    @invariant()
    def holds_what_its_events_come_to(self) -> None:
        with self.house.services[0].pool.connection() as connection, connection.transaction():
            set_scope(connection, self.ledger)
            named_so = {"ledger": self.ledger}
            heads = connection.cursor(row_factory=class_row(HeadRow))
            head = heads.execute(statement("verify_head"), named_so).fetchone()
            if head is None:
                return
            rows = load_stretch(connection, self.ledger, self.oracle.seq + 1, head.seq)
            self._learns([recorded_of(row) for row in rows])
            for table in TABLES:
                _, _, name = table.name.partition(".")
                cursor = connection.cursor(row_factory=class_row(table.row))
                cursor.execute(statement(f"verify_{name}"), {**named_so, "build": head.build})
                assert _by_key(table.key, cursor.fetchall()) == self.oracle.rows[table.name]

    def teardown(self) -> None:
        """What is told by then is sound for whoever verifies it, and for whoever rebuilds it."""
        if self.made is not None:
            self._ends_the_build(self.made, gone=self.made.build)
        if self.oracle.seq > 0:
            pool, grant = self.house.services[1].pool, self.house.grants["rita"]
            found = Verifier(pool).verify(grant, self.ledger, depth=Depth.TABLES)
            assert found.findings == ()
            checked = Rebuilder(pool).check(grant, self.ledger, progress=in_silence)
            assert [each for each in checked.tables if each.count] == []

    def _ends_the_build(self, made: Making, *, gone: int) -> None:
        made.discard(gone)
        self.made = None
        self.at_the_end.close()

    def _asks(self, at: Services, by: str, *commands: Command, key: str | None = None) -> None:
        meant = [courses.pointed(each, self.oracle) for each in commands]
        requests = [
            Request(command=each, idempotency_key=key, content=repr(each).encode())
            for each in meant
        ]
        future = at.ledger.submit(self.house.grants[by], self.ledger, requests)
        outcomes = future.result(WAIT_S)
        assert len(outcomes) == len(requests)
        for each in outcomes:
            assert isinstance(each, (Written, *UNDECIDED)), each

    def _learns(self, events: Sequence[Recorded]) -> None:
        for each in events:
            self.oracle.apply(each)

    def _read(self, service: int, by: str, question: FactQuestion) -> list[FactView]:
        reader = self.house.services[service].reader
        grant = self.house.grants[by]
        page = reader.facts(grant, self.ledger, question, after=Seq(0), limit=500)
        assert page.next is None
        return [*page.rows]


def _by_key(key: tuple[str, ...], rows: Sequence[Derived]) -> dict[Key, Derived]:
    return {tuple(getattr(row, name) for name in key): row for row in rows}


def _view(row: FactRow) -> FactView:
    """The fact as it is answered, where no world time is asked for."""
    named: dict[str, object] = {**row._asdict(), "definite": None}
    return VersionRow._make(named[name] for name in VersionRow._fields).view()
