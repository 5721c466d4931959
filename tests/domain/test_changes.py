"""What became of facts: the word for each change, its causes, and what it changes."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.axes.segments import Segment
from domain.changes import (
    Change,
    Telling,
    Turn,
    Version,
    applied,
    at_instant,
    belief_of,
    change_of,
    changes,
)
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.values import Text
from domain.words import Seq, Status
from domain.worldtime.bounds import Bound, Certainty, exactly

ACTIVE, CONTESTED = Status.ACTIVE, Status.CONTESTED


def year(number: int) -> datetime:
    return datetime(number, 1, 1, tzinfo=UTC)


def held(start: int, end: int | None = None, sure: Certainty = Certainty.DEFINITE) -> Segment:
    return Segment(year(start), None if end is None else year(end), sure)


def version(
    fact: int = 2,
    *segments: Segment,
    status: Status = ACTIVE,
    value: str = "Acme",
    claims: int = 1,
    rivals: tuple[int, ...] = (),
    end: int | None = None,
    ended_by: int | None = None,
) -> Version:
    return Version(
        fact=Seq(fact),
        line=line_key("Alice", "employer", Text(text=value), mode=IdentityMode.FOLDED),
        subject="Alice",
        predicate="employer",
        object=Text(text=value),
        status=status,
        rivals=frozenset(map(Seq, rivals)),
        claims=claims,
        segments=segments or (held(2020, end),),
        end=None if end is None else exactly(year(end)),
        ended_by=None if ended_by is None else Seq(ended_by),
    )


A = version()

# What was known of a fact, what is known, the types of events that named it, and what became of it.
TURNS: list[tuple[Version | None, Version | None, tuple[str, ...], Turn]] = [
    (None, A, ("FactAsserted",), Turn.ASSERTED),
    (None, version(status=CONTESTED), ("FactAsserted", "DuelResolved"), Turn.CONTESTED),
    (None, version(status=Status.QUARANTINED), ("FactAsserted", "Quarantined"), Turn.QUARANTINED),
    (None, A, ("DuelResolved",), Turn.RESOLVED),
    (A, version(claims=2), ("FactAsserted",), Turn.CONFIRMED),
    (A, version(end=2022, claims=2), ("FactAsserted",), Turn.ENDED),
    (A, version(end=2024, ended_by=5), ("DuelResolved",), Turn.SUPERSEDED),
    (version(end=2024, ended_by=5), version(end=2022, ended_by=7), (), Turn.SUPERSEDED),
    (version(end=2024, ended_by=5), A, (), Turn.RESTORED),
    (version(end=2022, ended_by=7), version(end=2024, ended_by=5), (), Turn.RESTORED),
    (A, version(status=Status.DISPLACED), ("DuelResolved",), Turn.DISPLACED),
    (A, version(rivals=(5,)), ("DuelResolved",), Turn.CONTESTED),
    (version(rivals=(5,)), version(rivals=(5, 7)), ("DuelResolved",), Turn.CONTESTED),
    (version(rivals=(5,)), A, (), Turn.RESOLVED),
    (version(rivals=(5,)), version(end=2024, ended_by=5), ("DuelResolved",), Turn.SUPERSEDED),
    (version(status=CONTESTED, rivals=(5,)), A, ("DuelResolved",), Turn.RESOLVED),
    (version(status=Status.QUARANTINED), A, ("Reviewed",), Turn.RESOLVED),
    (version(status=Status.QUARANTINED), A, ("FactAsserted", "DuelResolved"), Turn.RESOLVED),
    (A, version(value="Acme Ltd"), ("FactCorrected",), Turn.CORRECTED),
    (A, version(2, held(2021)), ("FactCorrected",), Turn.CORRECTED),
    (version(status=CONTESTED, rivals=(5,)), A, ("FactCorrected",), Turn.CORRECTED),
    (A, version(status=CONTESTED, rivals=(5,)), ("FactCorrected",), Turn.CONTESTED),
    (A, version(end=2023), ("FactEnded",), Turn.ENDED),
    (version(claims=2), A, ("ClaimRetracted",), Turn.RETRACTED),
    (A, version(status=Status.UNSUPPORTED, claims=0), ("ClaimRetracted",), Turn.RETRACTED),
    (version(status=Status.UNSUPPORTED), A, ("ClaimReinstated",), Turn.RESTORED),
    (version(status=Status.UNSUPPORTED), A, ("FactAsserted",), Turn.ASSERTED),
    (A, version(status=Status.INVALIDATED), ("Invalidated",), Turn.INVALIDATED),
    (version(status=Status.INVALIDATED), A, ("Restored",), Turn.RESTORED),
    (version(status=Status.DISPLACED), A, (), Turn.RESTORED),
    (A, version(status=Status.ERASED), ("Erased",), Turn.REDACTED),
    (A, None, ("Erased",), Turn.REDACTED),
    (A, None, ("FactCorrected",), Turn.CORRECTED),
    (A, None, (), Turn.RESOLVED),
    (A, version(2, held(2020, 2022), held(2023)), (), Turn.SUPERSEDED),
    (version(2, held(2020, 2022), held(2023)), A, (), Turn.RESTORED),
    (A, version(2, held(2019, 2020, Certainty.POSSIBLE), held(2020)), (), Turn.RESTORED),
    (A, version(2, held(2020, None, Certainty.POSSIBLE)), (), Turn.SUPERSEDED),
]


@pytest.mark.parametrize(("before", "after", "types", "turn"), TURNS)
def test_what_became_of_a_fact_has_a_word(
    before: Version | None, after: Version | None, types: tuple[str, ...], turn: Turn
) -> None:
    told = [
        Telling(seq=Seq(seq), type=each, facts=frozenset({Seq(2)}))
        for seq, each in enumerate(types, start=10)
    ]
    change = change_of(before, after, told)
    assert change is not None
    assert change.turn is turn


def test_every_word_is_used() -> None:
    assert {turn for *_, turn in TURNS} == set(Turn)


def told(seq: int, *facts: int, type_name: str = "DuelResolved") -> Telling:
    return Telling(seq=Seq(seq), type=type_name, facts=frozenset(map(Seq, facts)))


# What was known and is known of fact 2, what was told, and which of that is the cause.
CAUSES: list[tuple[Version | None, Version | None, list[Telling], list[int]]] = [
    (A, version(claims=2), [told(10, 2), told(11, 5), told(12, 5, 2)], [10, 12]),
    (version(rivals=(5,)), A, [told(10, 5), told(11, 7)], [10]),
    (A, version(end=2024, ended_by=5), [told(10, 7), told(11, 5)], [11]),
    (version(end=2024, ended_by=5), A, [told(10, 7), told(11, 5)], [11]),
    (A, None, [told(10), told(11, 7)], [10, 11]),
]


@pytest.mark.parametrize(("before", "after", "events", "causes"), CAUSES)
def test_the_cause_is_what_named_the_fact_or_what_it_met_or_all_there_was(
    before: Version | None, after: Version | None, events: list[Telling], causes: list[int]
) -> None:
    change = change_of(before, after, events)
    assert change is not None
    assert [each.seq for each in change.causes] == causes


def test_what_is_as_it_was_is_no_change() -> None:
    assert change_of(A, replace(A), [told(10, 2)]) is None
    assert change_of(None, None, [told(10, 2)]) is None


def test_our_mind_changed_iff_the_belief_about_the_instant_did() -> None:
    found = changes({Seq(2): A}, {Seq(2): version(end=2024, ended_by=5)}, [told(10, 2)])
    assert at_instant(found, year(2024)) == found
    assert at_instant(found, year(2023)) == ()


def test_what_one_fact_takes_over_from_another_of_its_value_changes_no_belief() -> None:
    first, second = version(2, held(2020, 2022), end=2022), version(7, held(2022))
    found = changes({Seq(2): first, Seq(7): second}, {Seq(2): A}, [told(10, 2, 7)])
    assert [(each.fact, each.turn) for each in found] == [(2, Turn.RESTORED), (7, Turn.RESOLVED)]
    assert at_instant(found, year(2021)) == at_instant(found, year(2023)) == ()
    apart = changes({Seq(2): first}, {Seq(2): A}, [told(10, 2)])
    assert at_instant(apart, year(2023)) == apart


FACTS = (2, 5, 7)
INSTANTS = range(2018, 2026)
seqs = st.sampled_from(FACTS)
years = st.sampled_from(INSTANTS)


@st.composite
def versions(draw: st.DrawFn) -> dict[Seq, Version]:
    """What is known of a few facts, which lie as they may."""
    found: dict[Seq, Version] = {}
    for fact in draw(st.sets(seqs)):
        edges = sorted(draw(st.sets(years, min_size=1, max_size=3)))
        ends: list[int | None] = [*edges[1:], draw(st.sampled_from([None, 2030]))]
        sure = st.sampled_from(Certainty)
        segments = [held(start, end, draw(sure)) for start, end in zip(edges, ends, strict=True)]
        end = draw(st.none() | years)
        found[Seq(fact)] = replace(
            version(fact, *segments, status=draw(st.sampled_from(Status))),
            line=line_key(
                "a", "b", Text(text=draw(st.sampled_from("xy"))), mode=IdentityMode.EXACT
            ),
            rivals=frozenset(draw(st.sets(seqs.map(Seq), max_size=1))),
            claims=draw(st.integers(0, 2)),
            end=None if end is None else Bound(earliest=year(end), latest=year(end)),
            ended_by=None if end is None else draw(st.none() | seqs.map(Seq)),
        )
    return found


events = st.lists(
    st.builds(
        told,
        st.integers(10, 20),
        seqs,
        type_name=st.sampled_from(["FactAsserted", "FactCorrected", "Erased", "Reviewed"]),
    ),
    max_size=3,
)


@given(versions(), versions(), events)
def test_the_changes_applied_to_what_was_known_give_what_is_known(
    before: dict[Seq, Version], after: dict[Seq, Version], what: list[Telling]
) -> None:
    found = changes(before, after, what)
    assert applied(found, before) == after
    assert all(each.before != each.after for each in found)


@given(versions(), versions(), versions(), events)
def test_changes_compose(
    first: dict[Seq, Version],
    second: dict[Seq, Version],
    third: dict[Seq, Version],
    what: list[Telling],
) -> None:
    steps = (*changes(first, second, what), *changes(second, third, what))
    assert applied(steps, first) == applied(changes(first, third, what), first) == third
    assert _ends(steps) == {
        each.fact: (each.before, each.after) for each in changes(first, third, what)
    }


def _ends(steps: tuple[Change, ...]) -> Mapping[Seq, tuple[Version | None, Version | None]]:
    """By fact, the first version and the last one, where they differ."""
    found: dict[Seq, tuple[Version | None, Version | None]] = {}
    for each in steps:
        first, _ = found.get(each.fact, (each.before, None))
        found[each.fact] = (first, each.after)
    return {fact: (first, last) for fact, (first, last) in found.items() if first != last}


@given(versions(), versions(), events, years.map(year))
def test_without_a_change_of_belief_the_same_is_believed_of_the_instant(
    before: dict[Seq, Version], after: dict[Seq, Version], what: list[Telling], at: datetime
) -> None:
    told_of = at_instant(changes(before, after, what), at)
    were = {belief_of(each, at) for each in before.values()} - {None}
    are = {belief_of(each, at) for each in after.values()} - {None}
    if not told_of:
        assert were == are
    if were != are:
        assert told_of
