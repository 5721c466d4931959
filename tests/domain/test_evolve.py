"""What each event makes of what is known; nothing is decided again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from domain.axes.axis import Axis
from domain.commands import (
    AssertFact,
    CorrectFact,
    DeclarePredicate,
    Invalidate,
    OpenLedger,
    ReportOutcome,
    Restore,
    RetractClaim,
)
from domain.duels.signals import Signal
from domain.duels.voices import Record, VoiceId
from domain.events import Event, PredicateDeclared
from domain.fold import Memory
from domain.identity import IdentityMode
from domain.keys import line_key, predicate_digest
from domain.payloads import Kind
from domain.predicates import Cardinality, Declaration
from domain.state import Rules, State
from domain.values import Text
from domain.words import Seq, Status
from tests.domain.remembering import Library, Order
from tests.domain.telling import (
    AGENT,
    EXACT,
    NOON,
    OPENED,
    OTHER,
    PERSON,
    SYSTEM,
    TICK,
    asserted,
    claim,
    foreign,
    given,
    said,
)

FIRST = VoiceId("t:t1")
TEA = asserted(2, said())
TEA_AGAIN = asserted(2, said(), joined=[2])


def seen(memory: Memory, asked: AssertFact | None = None) -> State:
    """The slice around a claim of Alice's."""
    return memory.cut(asked or claim(), AGENT)


def only_axis(*events: Event) -> Axis:
    """The axis of Alice's tea once these events are recorded."""
    (axis,) = seen(given(*events)).axes
    return axis


def test_a_ledger_has_the_rules_it_was_opened_with() -> None:
    assert given(EXACT).rules == Rules(
        opened=Seq(1),
        time_zone="UTC",
        identity=IdentityMode.EXACT,
        identity_version=EXACT.identity_version,
        flip_back_hours=24,
    )
    assert given().rules is None


def test_a_first_claim_makes_a_fact_as_it_was_said() -> None:
    (stint,) = only_axis(OPENED, TEA).timeline.stints
    (made,) = stint.claims
    line = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
    assert (stint.fact, stint.status, stint.line) == (2, Status.ACTIVE, line)
    assert (made.words.subject, made.source, made.observed_at) == ("Alice", "agent one", NOON)
    assert (made.token, made.kind, made.recorded_at) == (AGENT.token, AGENT.kind, NOON + TICK)


def test_a_further_claim_adds_its_support_and_leaves_the_words_of_the_first() -> None:
    earlier = said("ALICE", source="a book", observed_at=NOON - timedelta(days=1))
    (stint,) = only_axis(OPENED, TEA, asserted(2, earlier, joined=[2])).timeline.stints
    assert stint.fact == 2
    assert [each.words.subject for each in stint.claims] == ["ALICE", "Alice"]


# Given events, and the counts of the ledger after them.
COUNTS: list[tuple[tuple[Event, ...], dict[str, int]]] = [
    ((OPENED,), {}),
    ((OPENED, foreign()), {}),
    ((OPENED, TEA), {"claims": 1, "facts.active": 1}),
    ((OPENED, TEA, TEA_AGAIN), {"claims": 2, "facts.active": 1}),
    ((OPENED, TEA, asserted(3, said("Bob"))), {"claims": 2, "facts.active": 2}),
    ((OPENED, TEA, asserted(2, None)), {"claims": 1, "facts.active": 1}),
]


@pytest.mark.parametrize(("events", "counts"), COUNTS)
def test_claims_and_facts_are_counted(events: tuple[Event, ...], counts: dict[str, int]) -> None:
    assert given(*events).statistics == counts


@pytest.mark.parametrize("event", [OPENED, TEA, foreign()])
def test_every_event_moves_the_position_and_the_record_time(event: Event) -> None:
    memory = given(OPENED, event)
    assert (memory.seq, memory.recorded_at) == (2, NOON + TICK)


def test_what_is_erased_or_foreign_changes_no_fact() -> None:
    assert only_axis(OPENED, TEA, foreign(), asserted(4, None)) == only_axis(OPENED, TEA)
    state = seen(given(OPENED, TEA, asserted(3, None)), claim(rests_on=[2, 3]))
    assert state.known == {2}


OPENING: Order = (
    OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24),
    PERSON,
)


def told(*orders: Order) -> Memory:
    """What is known once these were decided, one after another."""
    library = Library()
    for command, actor in (OPENING, *orders):
        library.tell(command, actor)
    return library.whole


def struck(fact: int = 2) -> Order:
    return Invalidate(fact=Seq(fact), kind=Kind.FALSE, reason="wrong"), PERSON


def restored(fact: int = 2) -> Order:
    return Restore(fact=Seq(fact), reason="right"), PERSON


DECLARED: Order = (
    DeclarePredicate(predicate="likes", declaration=Declaration(cardinality=Cardinality.SINGLE)),
    PERSON,
)

# What was told, and how many values of Alice's are visible after it, and how many facts.
VALUES: list[tuple[list[Order], int, dict[Status, int]]] = [
    ([(claim(), AGENT), (claim(value="milk"), AGENT)], 2, {Status.ACTIVE: 2}),
    ([(claim(), AGENT), struck()], 0, {Status.INVALIDATED: 1}),
    ([(claim(), AGENT), struck(), (claim(), AGENT)], 0, {Status.INVALIDATED: 1}),
    ([(claim(), AGENT), struck(), restored()], 1, {Status.ACTIVE: 1}),
    (
        [(claim(), AGENT), (RetractClaim(claim=Seq(2), reason="gone"), AGENT)],
        0,
        {Status.UNSUPPORTED: 1},
    ),
    (
        [
            (claim(), AGENT),
            (CorrectFact(fact=Seq(2), reason="misread", object=Text(text="milk")), AGENT),
            (claim(), OTHER),
        ],
        1,
        {Status.ACTIVE: 1},
    ),
    (
        [
            (claim(valid_from="2020"), AGENT),
            (claim(value="milk", valid_from="2020"), OTHER),
            DECLARED,
        ],
        2,
        {Status.ACTIVE: 1, Status.CONTESTED: 1},
    ),
]


@pytest.mark.parametrize(("orders", "values", "facts"), VALUES)
def test_visible_values_and_facts_are_counted_as_they_come_and_go(
    orders: list[Order], values: int, facts: dict[Status, int]
) -> None:
    memory = told(*orders)
    topic = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED).topic
    assert seen(memory).values[topic] == values
    counted = {each: memory.statistics.get(f"facts.{each.value}", 0) for each in Status}
    assert counted == {each: facts.get(each, 0) for each in Status}


def test_an_outcome_tells_of_the_voices_that_had_said_the_fact_and_of_no_others() -> None:
    report = ReportOutcome(fact=Seq(2), signal=Signal.TEST_PASSED, success=True)
    memory = told((claim(), AGENT), (report, SYSTEM), (claim(), OTHER))
    one = Record(successes=1, failures=0)
    assert dict(seen(memory).totals) == {FIRST: one}
    taken = told((claim(), AGENT), (report, SYSTEM), (RetractClaim(claim=Seq(2), reason=""), AGENT))
    assert seen(taken).totals[FIRST] == Record(successes=0, failures=0)


def test_a_voice_has_no_record_of_the_axis_that_is_decided() -> None:
    report = ReportOutcome(fact=Seq(2), signal=Signal.TEST_PASSED, success=True)
    state = seen(told((claim(), AGENT), (report, SYSTEM)))
    (axis,) = state.axes
    assert state.around(axis).records[FIRST] == Record(successes=0, failures=0)
    elsewhere = seen(told((claim(), AGENT), (report, SYSTEM), (claim("Bob"), AGENT)), claim("Bob"))
    (other,) = elsewhere.axes
    assert elsewhere.around(other).records[FIRST] == Record(successes=1, failures=0)


def test_what_rests_on_a_fact_counts_while_it_is_visible() -> None:
    resting: Order = (claim("Bob", rests_on=[2]), AGENT)
    for orders, voices in (
        ([resting], ["t:t1"]),
        ([resting, struck(3)], []),
        ([resting, struck(3), restored(3)], ["t:t1"]),
    ):
        dependants = seen(told((claim(), AGENT), *orders)).dependants[Seq(2)]
        assert [each.voice.id for each in dependants] == voices


def test_a_declaration_puts_the_axes_of_its_predicate_together_anew() -> None:
    asked = claim(value="wine")
    before = told((claim(), AGENT), (claim(value="milk"), AGENT), (claim("Bob"), AGENT))
    (alone,) = seen(before, asked).axes
    assert list(alone.claims) == []
    after = told((claim(), AGENT), (claim(value="milk"), AGENT), (claim("Bob"), AGENT), DECLARED)
    (axis,) = seen(after, asked).axes
    assert list(axis.claims) == [2, 3]
    assert axis.declaration == Declaration(cardinality=Cardinality.SINGLE)


def test_a_suggestion_declares_nothing() -> None:
    one = Declaration(cardinality=Cardinality.SINGLE)
    suggested = PredicateDeclared(predicate="likes", declaration=one, suggested=True)
    key = predicate_digest("likes", mode=IdentityMode.FOLDED)
    assert seen(given(OPENED, suggested)).declarations[key] is None
    assert seen(given(OPENED, replace(suggested, suggested=False))).declarations[key] == one
