"""What each event makes of what is known; nothing is decided again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from domain.events import Event
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.limits import FACT_SOURCES_MAX
from domain.state import Fact, Rules
from domain.values import Text
from domain.words import Seq, Status
from tests.domain.telling import EXACT, NOON, OPENED, TICK, asserted, foreign, given, said

TEA = asserted(2, said())


def only_fact(*events: Event) -> Fact:
    """The one fact that these events leave."""
    (fact,) = [each for each in given(*events).facts.values() if each is not None]
    return fact


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
    key = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
    assert only_fact(OPENED, TEA) == Fact(
        fact=Seq(2),
        status=Status.ACTIVE,
        subject="Alice",
        predicate="likes",
        object=Text(text="tea"),
        key=key,
        claims=1,
        sources=("agent one",),
        observed_at=NOON,
        recorded_at=NOON + TICK,
        last_seq=Seq(2),
    )


def test_a_further_claim_adds_its_support_and_leaves_the_words_of_the_first() -> None:
    earlier = said("ALICE", source="a book", observed_at=NOON - timedelta(days=1))
    first = only_fact(OPENED, TEA)
    assert only_fact(OPENED, TEA, asserted(2, earlier)) == replace(
        first,
        claims=2,
        sources=("agent one", "a book"),
        observed_at=NOON - timedelta(days=1),
        last_seq=Seq(3),
    )


@pytest.mark.parametrize(
    ("opened", "sources", "kept"),
    [
        (OPENED, ["a", "b", "A ", "b", "c"], ("a", "b", "c")),
        (EXACT, ["a", "b", "A ", "b", "c"], ("a", "b", "A ", "c")),
        (OPENED, [f"s{n}" for n in range(20)], tuple(f"s{n}" for n in range(FACT_SOURCES_MAX))),
    ],
)
def test_a_fact_lists_its_first_sources_once_each(
    opened: Event, sources: list[str], kept: tuple[str, ...]
) -> None:
    claims = [asserted(2, said(source=source)) for source in sources]
    fact = only_fact(opened, *claims)
    assert (fact.sources, fact.claims) == (kept, len(sources))


# Given events, and the counts of the ledger after them.
COUNTS: list[tuple[tuple[Event, ...], dict[str, int]]] = [
    ((OPENED,), {}),
    ((OPENED, foreign()), {}),
    ((OPENED, TEA), {"claims": 1, "facts.active": 1}),
    ((OPENED, TEA, TEA), {"claims": 2, "facts.active": 1}),
    ((OPENED, TEA, asserted(3, said("Bob"))), {"claims": 2, "facts.active": 2}),
    ((OPENED, TEA, asserted(2, None)), {"claims": 1, "facts.active": 1}),
]


@pytest.mark.parametrize(("events", "counts"), COUNTS)
def test_claims_and_facts_are_counted(events: tuple[Event, ...], counts: dict[str, int]) -> None:
    assert given(*events).statistics == counts


def test_the_values_of_a_topic_are_counted() -> None:
    memory = given(OPENED, TEA, TEA, asserted(4, said(value="milk")), asserted(5, said("Bob")))
    assert sorted(memory.values.values()) == [1, 2]


@pytest.mark.parametrize("event", [OPENED, TEA, foreign()])
def test_every_event_moves_the_position_and_the_record_time(event: Event) -> None:
    memory = given(OPENED, event)
    assert (memory.seq, memory.recorded_at) == (2, NOON + TICK)


def test_what_is_erased_or_foreign_changes_no_fact() -> None:
    memory = given(OPENED, TEA, foreign(), asserted(4, None))
    assert list(memory.facts.values()) == [only_fact(OPENED, TEA)]
    assert memory.known == {2}
