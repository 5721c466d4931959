"""Intervals: what holds when, told of all the facts of an axis together."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.axes.intervals import Holder, Holding, intervals
from domain.axes.segments import Segment, certainty_at
from domain.words import Seq
from domain.worldtime.bounds import FIRST, Certainty

D, P = Certainty.DEFINITE, Certainty.POSSIBLE


def year(number: int) -> datetime:
    return datetime(number, 1, 1, tzinfo=UTC)


def holding(
    fact: int, *stretches: tuple[int, int | None, Certainty], contested: bool = False
) -> Holding:
    return Holding(
        fact=Seq(fact),
        contested=contested,
        segments=tuple(
            Segment(year(start), None if end is None else year(end), sure)
            for start, end, sure in stretches
        ),
    )


# Facts with their stretches, and from each edge on what holds, how surely, in contest or not.
AXES: list[tuple[list[Holding], list[tuple[datetime, list[tuple[int, Certainty, bool]]]]]] = [
    ([], [(FIRST, [])]),
    ([holding(2, (2020, None, D))], [(FIRST, []), (year(2020), [(2, D, False)])]),
    (
        [holding(2, (2020, 2024, D)), holding(5, (2024, None, D))],
        [(FIRST, []), (year(2020), [(2, D, False)]), (year(2024), [(5, D, False)])],
    ),
    (
        [holding(2, (2020, 2022, D), (2023, 2024, D))],
        [
            (FIRST, []),
            (year(2020), [(2, D, False)]),
            (year(2022), []),
            (year(2023), [(2, D, False)]),
            (year(2024), []),
        ],
    ),
    (
        [
            holding(5, (2020, None, D), contested=True),
            holding(2, (2020, 2021, P), (2021, None, D), contested=True),
        ],
        [
            (FIRST, []),
            (year(2020), [(2, P, True), (5, D, True)]),
            (year(2021), [(2, D, True), (5, D, True)]),
        ],
    ),
]


@pytest.mark.parametrize(("facts", "spans"), AXES)
def test_an_axis_is_told_as_stretches_in_which_the_same_holds(
    facts: list[Holding], spans: list[tuple[datetime, list[tuple[int, Certainty, bool]]]]
) -> None:
    found = intervals(facts)
    assert [(start, [*map(tuple, held)]) for start, _, held in found] == spans
    assert [end for _, end, _ in found] == [*(start for start, _ in spans[1:]), None]


edges = st.lists(st.integers(2000, 2010), unique=True, min_size=1, max_size=4).map(sorted)


@st.composite
def holdings(draw: st.DrawFn) -> list[Holding]:
    """A few facts, each with some stretches."""
    found: list[Holding] = []
    for fact in draw(st.sets(st.integers(1, 4))):
        starts = draw(edges)
        ends: list[int | None] = [*starts[1:], draw(st.sampled_from([None, 2011]))]
        stretches = [
            (start, end, draw(st.sampled_from(Certainty)))
            for start, end in zip(starts, ends, strict=True)
            if draw(st.booleans())
        ]
        found.append(holding(fact, *stretches, contested=draw(st.booleans())))
    return found


@given(holdings(), st.integers(1999, 2012).map(year))
def test_at_every_instant_an_interval_tells_what_holds(facts: list[Holding], at: datetime) -> None:
    (span,) = [
        each
        for each in intervals(facts)
        if each.start <= at and (each.end is None or at < each.end)
    ]
    assert span.facts == tuple(
        Holder(each.fact, sure, each.contested)
        for each in sorted(facts, key=lambda each: each.fact)
        if (sure := certainty_at(each.segments, at)) is not None
    )


@given(holdings())
def test_intervals_tile_and_no_two_that_meet_are_alike(facts: list[Holding]) -> None:
    found = intervals(facts)
    assert found[0].start == FIRST
    assert found[-1].end is None
    for one, other in pairwise(found):
        assert one.end == other.start
        assert one.facts != other.facts
