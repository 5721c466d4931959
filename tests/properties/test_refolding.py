"""Events folded again in groups, on tables written on the way, leave what folding them all does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import (
    CorrectFact,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.events import Recorded
from domain.fold import Memory
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration
from domain.state import State
from domain.values import Text
from domain.words import Seq
from projections.registry import project
from projections.rows import Row
from projections.step import Since, Step, note_since
from tests.domain.remembering import ROUNDS_MAX, Library, Order
from tests.domain.telling import AGENT, LEDGER, OTHER, PERSON, SYSTEM, claim
from tests.projections.read_tables import Key, ReadTables
from tests.properties.test_remembering import OPENING, asked, begun, groups

Commands = Sequence[tuple[Recorded, ...]]
Rows = dict[tuple[str, Key], Row | None]

sizes = st.lists(st.integers(1, 12), min_size=1, max_size=5)


@dataclass(kw_only=True)
class Written:
    """What commands write, one after another, and since when the facts stand."""

    since: dict[int, Since] = field(default_factory=dict[int, Since])

    def by(self, before: State, command: tuple[Recorded, ...], after: State) -> Rows:
        """The rows that a command writes."""
        rows: Rows = {}
        for table, key, row in list(project(Step(before, command, after, self.since))):
            rows[table, key] = row
            if table == "fact":
                note_since(self.since, row, key)
        return rows


@dataclass(kw_only=True)
class Refold:
    """The making of tables from events, group by group, each with a memory of its own."""

    tables: ReadTables = field(default_factory=ReadTables)
    last: Memory = field(default_factory=lambda: Memory(ledger=LEDGER))
    memories: int = 0

    def fold(self, group: Commands) -> Iterator[Rows]:
        """The rows of these commands; one that needs what was not looked up begins anew."""
        ahead = list(group)
        while ahead:
            memory, written = self._told(ahead)
            self.memories += 1
            assert not memory.missing(memory.needs_of(ahead[:1]))
            while ahead and not memory.missing(memory.needs_of(ahead[:1])):
                command = ahead.pop(0)
                before, after = memory.apply(command)
                rows = written.by(before, command, after)
                self.tables.write((table, key, row) for (table, key), row in rows.items())
                yield rows
            self.last = memory

    def _told(self, commands: Commands) -> tuple[Memory, Written]:
        """A memory with nothing but what the events of these commands touch."""
        last = self.last
        memory = Memory(
            ledger=LEDGER,
            seq=last.seq,
            recorded_at=last.recorded_at,
            rules=last.rules,
            statistics=self.tables.statistics(),
        )
        written = Written()
        for _ in range(ROUNDS_MAX):
            wanted = memory.missing(memory.needs_of(commands))
            if not wanted:
                return memory, written
            found, since = self.tables.look_up(wanted)
            memory.learn(wanted, found)
            written.since.update(since)
        raise AssertionError(memory.missing(memory.needs_of(commands)))


@settings(max_examples=200, deadline=None)
@given(groups, sizes)
def test_each_command_writes_what_it_wrote_when_it_was_decided(
    ledger: list[list[Order]], of: list[int]
) -> None:
    library = begun()
    for group in ledger:
        library.decide(*asked(library, group))
    assert_refolds(library, of)


def rested_on(library: Library) -> None:
    """A fact that others rest on, said again behind them."""
    library.tell(claim(), AGENT)
    library.tell(claim("Bob", rests_on=[2]), OTHER)
    library.tell(claim("Carol", rests_on=[2]), SYSTEM)
    library.tell(claim(), PERSON)


def outcomes_elsewhere(library: Library) -> None:
    """A voice that is known by what came of its words, and says something else."""
    library.tell(claim(source="a book"), SYSTEM)
    failed = ReportOutcome(fact=Seq(2), signal=Signal.TEST_PASSED, success=False)
    library.tell(failed, PERSON)
    library.tell(claim("Bob", source="a book"), SYSTEM)


def looks_alike(library: Library) -> None:
    """A value spelt like one that was struck out for its dates, said with others and with these."""
    library.tell(claim(valid_from="2020"), AGENT)
    library.tell(Invalidate(fact=Seq(2), kind=Kind.WRONG_DATES, reason="no"), PERSON)
    library.tell(claim(value="tеa", valid_from="2021"), AGENT)
    library.tell(claim(value="tеa", valid_from="2020"), OTHER)
    library.tell(Restore(fact=Seq(2), reason="yes"), PERSON)


def corrected_into_what_is_refused(library: Library) -> None:
    """A correction that a tombstone refuses, which does not say what it would have come to."""
    library.tell(claim(), AGENT)
    library.tell(claim(value="milk"), AGENT)
    library.tell(Invalidate(fact=Seq(2), kind=Kind.FALSE, reason="no"), PERSON)
    library.tell(CorrectFact(fact=Seq(3), reason="misread", object=Text(text="tea")), PERSON)


def moved_again(library: Library) -> None:
    """Facts that corrections move, one after another, and what is said of them behind that."""
    library.tell(declared(Cardinality.SINGLE), PERSON)
    library.tell(claim(valid_from="2020"), AGENT)
    library.tell(claim("Bob", value="milk", valid_from="2021"), AGENT)
    library.tell(CorrectFact(fact=Seq(3), reason="misread", subject="Bob"), PERSON)
    library.tell(claim(valid_from="2020"), OTHER)
    library.tell(CorrectFact(fact=Seq(3), reason="misread", object=Text(text="wine")), PERSON)
    library.tell(CorrectFact(fact=Seq(3), reason="misread", subject="Carol"), PERSON)
    library.tell(claim("Carol", value="wine", valid_from="2020"), SYSTEM)


def said_again_and_moved(library: Library) -> None:
    """A claim that counts as one which was corrected before it, and is the one that is named."""
    library.tell(claim(valid_from="2020"), AGENT)
    library.tell(CorrectFact(fact=Seq(2), reason="misread", subject="Bob"), PERSON)
    again = library.tell(claim(valid_from="2020"), OTHER)[0].seq
    library.tell(CorrectFact(fact=again, reason="misread", object=Text(text="milk")), PERSON)
    library.tell(claim("Bob", value="milk"), SYSTEM)


def declared_late(library: Library) -> None:
    """Axes that a declaration joins, and another one parts again."""
    for value in ("tea", "milk"):
        library.tell(claim(value=value, valid_from="2020"), AGENT)
        library.tell(claim("Bob", value=value, valid_from="2021"), SYSTEM)
    library.tell(declared(Cardinality.SINGLE, Cardinality.SINGLE), PERSON)
    library.tell(claim("Carol", value="tea", valid_from="2022"), AGENT)
    library.tell(declared(Cardinality.MULTI), PERSON)
    library.tell(claim("Carol", value="milk", valid_from="2022"), AGENT)


def declared_again(library: Library) -> None:
    """A declaration that ends no contest, of a predicate that was declared otherwise."""
    library.tell(declared(Cardinality.SINGLE), PERSON)
    library.tell(claim(valid_from="2020"), AGENT)
    library.tell(claim(value="milk", valid_from="2021"), AGENT)
    library.tell(declared(Cardinality.MULTI), PERSON)
    library.tell(claim(value="wine", valid_from="2022"), AGENT)


def taken_with_its_source(library: Library) -> None:
    """A source that spoke on several axes, taken back and given back in one command each."""
    library.tell(declared(Cardinality.SINGLE), PERSON)
    library.tell(claim(source="a book", valid_from="2020"), AGENT)
    library.tell(claim(value="milk", valid_from="2020"), SYSTEM)
    library.tell(claim("Bob", source="a book"), AGENT)
    library.tell(claim("Bob", "leads", source="a book"), SYSTEM)
    library.tell(RetractSource(source="a book", reason="gone"), PERSON)
    library.tell(claim("Bob"), OTHER)
    library.tell(ReinstateSource(source="a book", reason="back"), PERSON)


def wished_and_granted(library: Library) -> None:
    """What an agent wished for: a fact that a person moves for it."""
    library.tell(claim(), PERSON)
    library.tell(claim("Bob", value="milk"), AGENT)
    wish = CorrectFact(fact=Seq(2), reason="misread", subject="Bob")
    item = library.tell(wish, AGENT)[0].seq
    granted = DecideReview(item=item, resolution=Resolution.CONFIRM, reason="so", valid_to=None)
    library.tell(granted, PERSON)
    library.tell(EndFact(fact=Seq(2), valid_to="2025"), PERSON)


COURSES: Sequence[Callable[[Library], None]] = (
    rested_on,
    outcomes_elsewhere,
    looks_alike,
    corrected_into_what_is_refused,
    moved_again,
    said_again_and_moved,
    declared_late,
    declared_again,
    taken_with_its_source,
    wished_and_granted,
)
"""Each reads something that its events do not name."""


@pytest.mark.parametrize("course", COURSES, ids=lambda each: each.__name__)
def test_what_is_read_beside_the_words_of_events_is_looked_up(
    course: Callable[[Library], None],
) -> None:
    library = Library()
    library.tell(OPENING, PERSON)
    course(library)
    for size in range(1, len(library.recorded) + 1):
        refold = assert_refolds(library, [size])
        groups = -(-len(library.recorded) // size)
        assert refold.memories == groups, "none needed what its group had not looked up"


def declared(
    cardinality: Cardinality, holders: Cardinality = Cardinality.MULTI
) -> DeclarePredicate:
    declaration = Declaration(cardinality=cardinality, holders=holders)
    return DeclarePredicate(predicate="likes", declaration=declaration)


def assert_refolds(library: Library, of: Sequence[int]) -> Refold:
    """That the commands of a ledger, in groups of these sizes, write what they wrote."""
    refold, tables, decided = Refold(), ReadTables(), Written()
    folded = chain.from_iterable(map(refold.fold, parted(library.recorded, of)))
    for command, (before, after), rows in zip(
        library.recorded, library.slices, folded, strict=True
    ):
        awaited = decided.by(before, command, after)
        assert rows == awaited, command
        tables.write((table, key, row) for (table, key), row in awaited.items())
    assert refold.tables == tables
    return refold


def parted(commands: Commands, of: Sequence[int]) -> Iterator[Commands]:
    """The commands in groups of these sizes, over and over."""
    ahead = iter(commands)
    for size in cycle(of):
        group = tuple(islice(ahead, size))
        if not group:
            return
        yield group
