"""The segments of a fact are what its bounds and its rivals say of every instant."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.axes.segments import Segment
from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.predicates import Declaration, Temporal
from domain.worldtime.bounds import FIRST, LAST, MOMENT, Certainty, certainty
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import CONSTANT, EVENT, STATE, Chronicle
from tests.domain.clocks import instant

DEFINITE, POSSIBLE = Certainty.DEFINITE, Certainty.POSSIBLE
VOICES = [agent("a"), agent("b"), system("s"), person("h")]

starts = st.none() | st.sampled_from(["2011", "2012-05", "2012-06-01", "2013", "2014-01-01"])
ends = st.none() | st.sampled_from(["2013-02-01", "2014", "2014-05", "2015-01-01", ""])
sayings = st.tuples(
    st.integers(0, 3), st.sampled_from("WXYZ"), starts, ends, st.integers(2012, 2017)
)


Said = tuple[int, str, str | None, str | None, int]


def told(declaration: Declaration, course: list[Said]) -> Timeline:
    ledger = Chronicle(declaration=declaration, now=instant("2019-01-01"))
    for who, value, start, end, seen in course:
        holds = not end or not start or end > f"{start}x"
        later = seen + 3 * (end == "" and start is not None)
        ledger.says(VOICES[who], value, start, end if holds else None, seen=f"{later}-03-01")
    return ledger.axis.timeline


@settings(max_examples=200)
@given(st.sampled_from([STATE, STATE, CONSTANT, EVENT]), st.lists(sayings, max_size=8))
def test_segments_say_of_every_instant_what_is_certain_of_it(
    declaration: Declaration, course: list[Said]
) -> None:
    timeline = told(declaration, course)
    instants = sorted(edges(timeline))
    for stint in timeline.stints:
        segments = timeline.segments(stint)
        assert_apart(segments)
        for at in instants:
            expected = by_definition(timeline, stint, at)
            assert within(segments, at) is expected
            assert timeline.certainty(stint, at) is expected


def assert_apart(segments: tuple[Segment, ...]) -> None:
    for each in segments:
        assert each.end is None or each.start < each.end
    for one, other in pairwise(segments):
        assert one.end is not None
        assert one.end <= other.start
        assert (one.end, one.certainty) != (other.start, other.certainty)


def edges(timeline: Timeline) -> Iterator[datetime]:
    """Every instant at which anything may change, and those beside it."""
    yield from (FIRST, LAST)
    for stint in timeline.stints:
        ends = (each for each in (stint.end, timeline.end(stint)) if each is not None)
        for bound in (stint.place, *ends):
            for edge in (bound.earliest, bound.latest):
                yield edge
                yield max(edge, FIRST + MOMENT) - MOMENT
                yield edge + MOMENT


def within(segments: tuple[Segment, ...], at: datetime) -> Certainty | None:
    found = [
        each.certainty
        for each in segments
        if each.start <= at and (each.end is None or at < each.end)
    ]
    assert len(found) <= 1
    return found[0] if found else None


def by_definition(timeline: Timeline, stint: Stint, at: datetime) -> Certainty | None:
    """How surely a fact holds at an instant, told for this instant alone."""
    held = from_its_place(timeline, stint, at)
    if held is not None or not stint.is_undated or at >= stint.place.latest:
        return held
    if stint.end is not None and at >= stint.end.latest:
        return None
    for each in timeline.rivals(stint):
        earlier = (each.place.latest, each.fact) < (stint.place.latest, stint.fact)
        if from_its_place(timeline, each, at) or (
            each.is_undated and earlier and at < each.place.latest
        ):
            return None
    return POSSIBLE


def from_its_place(timeline: Timeline, stint: Stint, at: datetime) -> Certainty | None:
    if timeline.declaration.temporal is Temporal.CONSTANT:
        return DEFINITE
    stretch = timeline.stretch(stint)
    held = None if stretch is None else certainty(stretch, at)
    if held is None or timeline.declaration.temporal is not Temporal.STATE:
        return held
    closed = (each for each in timeline.followers(stint) if each.end is not None)
    between = {certainty(found, at) for found in map(timeline.stretch, closed) if found}
    if DEFINITE in between:
        return None
    return POSSIBLE if POSSIBLE in between else held


def segments(ledger: Chronicle, number: int = 0) -> list[tuple[str, str, Certainty]]:
    """From which day until which day a fact holds, and how surely; "" where there is no such."""
    timeline = ledger.axis.timeline
    return [
        (day(each.start), day(each.end), each.certainty)
        for each in timeline.segments(timeline.stints[number])
    ]


def day(at: datetime | None) -> str:
    return "" if at is None or at == FIRST else at.date().isoformat()


def test_a_vague_start_and_end_are_possible_at_both_sides() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2020", "2022")
    assert segments(ledger) == [
        ("2020-01-01", "2020-12-31", POSSIBLE),
        ("2020-12-31", "2022-01-01", DEFINITE),
        ("2022-01-01", "2023-01-01", POSSIBLE),
    ]


def test_an_interruption_parts_a_fact_that_goes_on() -> None:
    ledger = Chronicle()
    ledger.says("a", "Prague", "2020-01-01")
    ledger.says("b", "Rome", "2022-01-01", "2022-07-01")
    assert segments(ledger) == [
        ("2020-01-01", "2022-01-01", DEFINITE),
        ("2022-07-01", "", DEFINITE),
    ]
    assert segments(ledger, 1) == [("2022-01-01", "2022-07-01", DEFINITE)]


def test_an_interruption_without_sure_bounds_leaves_a_fact_possible() -> None:
    ledger = Chronicle()
    ledger.says("a", "Prague", "2020-01-01")
    ledger.says("b", "Rome", "2022-03", "2022-07-01")
    assert segments(ledger) == [
        ("2020-01-01", "2022-03-01", DEFINITE),
        ("2022-03-01", "2022-03-31", POSSIBLE),
        ("2022-07-01", "", DEFINITE),
    ]


def test_before_it_was_seen_only_the_first_of_undated_values_was_possible() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", seen="2023-01-01")
    ledger.says("b", "Y", seen="2023-06-01")
    assert segments(ledger) == [
        ("", "2023-01-01", POSSIBLE),
        ("2023-01-01", "2023-06-01", DEFINITE),
    ]
    assert segments(ledger, 1) == [("2023-06-01", "", DEFINITE)]


def test_what_is_hidden_has_segments_as_if_it_were_shown() -> None:
    ledger = Chronicle()
    ledger.says(person("h"), "X", "2020-01-01")
    ledger.says("a", "Y", "2021-01-01")
    assert ledger.at("2022-01-01") == ["X D"]
    assert segments(ledger, 1) == [("2021-01-01", "", DEFINITE)]


@pytest.mark.parametrize("start", [None, "2020-01-01"])
def test_a_constant_holds_always(start: str | None) -> None:
    ledger = Chronicle(declaration=CONSTANT)
    ledger.says("a", "Oslo", start)
    assert segments(ledger) == [("", "", DEFINITE)]
    assert ledger.axis.timeline.segments(ledger.axis.timeline.stints[0])[0].start == FIRST
