"""What bounds make certain: at an instant, and of one stretch beside another."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.worldtime.bounds import (
    FIRST,
    LAST,
    MOMENT,
    Bound,
    Certainty,
    Order,
    Stretch,
    can_hold,
    certainly_overlap,
    certainty,
    exactly,
    order,
    starts_at_or_after_the_end,
)
from tests.domain.allen import Allen, allen

ZERO = datetime(2024, 1, 1, tzinfo=UTC)
STEPS = 6


def tick(step: int) -> datetime:
    return ZERO + step * MOMENT


def bound(earliest: int, latest: int) -> Bound:
    return Bound(earliest=tick(earliest), latest=tick(latest))


def stretch(start: tuple[int, int], end: tuple[int, int] | None) -> Stretch:
    return Stretch(start=bound(*start), end=None if end is None else bound(*end))


steps = st.integers(0, STEPS)
pairs = st.tuples(steps, steps).map(lambda pair: (min(pair), max(pair)))
bounds = pairs.map(lambda pair: bound(*pair))


@st.composite
def stretches(draw: st.DrawFn) -> Stretch:
    start, end = draw(bounds), draw(st.none() | bounds)
    assume(can_hold(start, end))
    return Stretch(start=start, end=end)


@st.composite
def exact_stretches(draw: st.DrawFn) -> Stretch:
    start = draw(steps)
    end = draw(st.none() | st.integers(start + 1, STEPS + 1))
    return stretch((start, start), None if end is None else (end, end))


D, P, NO = Certainty.DEFINITE, Certainty.POSSIBLE, None


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((2, 2), None, [NO, NO, D, D, D, D]),
        ((2, 2), (4, 4), [NO, NO, D, D, NO, NO]),
        ((1, 3), None, [NO, P, P, D, D, D]),
        ((1, 2), (4, 5), [NO, P, D, D, P, NO]),
        ((1, 3), (2, 5), [NO, P, P, P, P, NO]),
        ((0, 5), (0, 5), [P, P, P, P, P, NO]),
    ],
)
def test_a_stretch_holds_for_certain_between_its_inner_bounds_and_perhaps_between_the_outer(
    start: tuple[int, int], end: tuple[int, int] | None, expected: list[Certainty | None]
) -> None:
    found = [certainty(stretch(start, end), tick(step)) for step in range(6)]
    assert found == expected


def test_an_instant_is_asked_about_in_any_zone() -> None:
    there = timezone(timedelta(hours=-7))
    assert certainty(stretch((0, 0), (2, 2)), tick(1).astimezone(there)) is D
    assert certainty(stretch((0, 0), (2, 2)), tick(2).astimezone(there)) is NO


def test_the_first_and_the_last_instant_can_be_asked_about() -> None:
    ever = Stretch(start=exactly(FIRST), end=None)
    assert certainty(ever, FIRST) is certainty(ever, LAST) is D
    late = Stretch(start=exactly(LAST), end=None)
    assert certainty(late, LAST) is D
    assert certainty(late, LAST - MOMENT) is NO


@st.composite
def narrowed(draw: st.DrawFn, wide: Bound) -> Bound:
    """A bound within the wide one."""
    instants = [each.earliest for each in within_bound(wide)]
    pair = sorted(draw(st.tuples(st.sampled_from(instants), st.sampled_from(instants))))
    return Bound(earliest=pair[0], latest=pair[1])


@given(st.data(), stretches(), steps)
def test_narrowing_a_bound_only_settles_what_was_possible(
    data: st.DataObject, wide: Stretch, step: int
) -> None:
    start = data.draw(narrowed(wide.start))
    end = None if wide.end is None else data.draw(narrowed(wide.end))
    assume(can_hold(start, end))
    before = certainty(wide, tick(step))
    assert before in {P, certainty(Stretch(start=start, end=end), tick(step))}


@given(stretches(), steps)
def test_a_stretch_holds_perhaps_where_some_exact_reading_does_and_surely_where_all_do(
    said: Stretch, step: int
) -> None:
    found = certainty(said, tick(step))
    held = {certainty(reading, tick(step)) for reading in readings(said)}
    assert (found is not NO) == (D in held)
    if found is D:
        assert held == {D}


def readings(said: Stretch) -> list[Stretch]:
    """Every exact stretch that the bounds leave possible."""
    ends = [None] if said.end is None else within_bound(said.end)
    pairs = product(within_bound(said.start), ends)
    return [Stretch(start=start, end=end) for start, end in pairs if can_hold(start, end)]


def within_bound(wide: Bound) -> list[Bound]:
    steps = range((wide.latest - wide.earliest) // MOMENT + 1)
    return [exactly(wide.earliest + step * MOMENT) for step in steps]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((3, 3), (2, 2), Order.LATER),
        ((2, 2), (2, 2), Order.EQUAL),
        ((1, 1), (2, 2), Order.EARLIER),
        ((3, 5), (1, 2), Order.LATER),
        ((1, 2), (3, 5), Order.EARLIER),
        ((2, 5), (1, 2), Order.UNTOLD),
        ((1, 2), (1, 2), Order.UNTOLD),
        ((2, 2), (1, 3), Order.UNTOLD),
        ((2, 2), (2, 3), Order.UNTOLD),
    ],
)
def test_bounds_are_in_order_where_no_instant_of_the_two_says_otherwise(
    one: tuple[int, int], other: tuple[int, int], expected: Order
) -> None:
    assert order(bound(*one), bound(*other)) is expected


@given(bounds, bounds)
def test_the_order_is_what_all_instants_agree_on(one: Bound, other: Bound) -> None:
    pairs = product(within_bound(one), within_bound(other))
    agreed = {order(each, another) for each, another in pairs}
    assert order(one, other) is (agreed.pop() if len(agreed) == 1 else Order.UNTOLD)
    assert (order(one, other) is Order.LATER) == (order(other, one) is Order.EARLIER)


@given(stretches(), stretches())
def test_stretches_certainly_overlap_where_all_their_exact_readings_do(
    one: Stretch, other: Stretch
) -> None:
    pairs = list(product(readings(one), readings(other)))
    assert certainly_overlap(one, other) == all(share(*pair) for pair in pairs)
    assert certainly_overlap(one, other) == certainly_overlap(other, one)


def share(one: Stretch, other: Stretch) -> bool:
    return any(
        certainty(one, tick(step)) is D and certainty(other, tick(step)) is D
        for step in range(STEPS + 1)
    )


@given(stretches(), stretches())
def test_what_starts_at_or_after_an_end_never_overlaps_it(one: Stretch, other: Stretch) -> None:
    if starts_at_or_after_the_end(one, other):
        assert not any(share(*pair) for pair in product(readings(one), readings(other)))


SAMPLES = [
    (stretch((0, 0), (1, 1)), Allen.BEFORE),
    (stretch((0, 0), (2, 2)), Allen.MEETS),
    (stretch((0, 0), (3, 3)), Allen.OVERLAPS),
    (stretch((2, 2), (3, 3)), Allen.STARTS),
    (stretch((3, 3), (4, 4)), Allen.DURING),
    (stretch((3, 3), (5, 5)), Allen.FINISHES),
    (stretch((2, 2), (5, 5)), Allen.EQUALS),
    (stretch((0, 0), (5, 5)), Allen.FINISHED_BY),
    (stretch((0, 0), None), Allen.CONTAINS),
    (stretch((2, 2), None), Allen.STARTED_BY),
    (stretch((3, 3), None), Allen.OVERLAPPED_BY),
    (stretch((5, 5), None), Allen.MET_BY),
    (stretch((6, 6), None), Allen.AFTER),
]

APART = {Allen.BEFORE, Allen.MEETS, Allen.MET_BY, Allen.AFTER}


@pytest.mark.parametrize(("one", "relation"), SAMPLES)
def test_a_stretch_lies_to_another_in_one_of_thirteen_ways(one: Stretch, relation: Allen) -> None:
    assert allen(one, stretch((2, 2), (5, 5))) is relation


def test_the_thirteen_are_all_in_the_table() -> None:
    assert {relation for _, relation in SAMPLES} == set(Allen)


OPEN_SAMPLES = [
    (stretch((0, 0), (1, 1)), Allen.BEFORE),
    (stretch((0, 0), (2, 2)), Allen.MEETS),
    (stretch((0, 0), (3, 3)), Allen.OVERLAPS),
    (stretch((2, 2), (3, 3)), Allen.STARTS),
    (stretch((3, 3), (4, 4)), Allen.DURING),
    (stretch((3, 3), None), Allen.FINISHES),
    (stretch((2, 2), None), Allen.EQUALS),
    (stretch((0, 0), None), Allen.FINISHED_BY),
]


@pytest.mark.parametrize(("one", "relation"), OPEN_SAMPLES)
def test_a_stretch_lies_to_an_open_one_in_one_of_eight_ways(one: Stretch, relation: Allen) -> None:
    assert allen(one, stretch((2, 2), None)) is relation


@given(exact_stretches(), exact_stretches())
def test_exact_stretches_relate_as_allen_says(one: Stretch, other: Stretch) -> None:
    relation = allen(one, other)
    assert certainly_overlap(one, other) == (relation not in APART)
    assert starts_at_or_after_the_end(one, other) == (relation in {Allen.MET_BY, Allen.AFTER})
    assert starts_at_or_after_the_end(other, one) == (relation in {Allen.MEETS, Allen.BEFORE})
    same_start = relation in {Allen.STARTS, Allen.EQUALS, Allen.STARTED_BY}
    assert (order(one.start, other.start) is Order.EQUAL) == same_start


def test_a_stretch_without_a_certain_instant_may_certainly_overlap_another() -> None:
    brief = stretch((1, 3), (1, 3))
    assert certainly_overlap(brief, stretch((0, 0), (4, 4)))
    assert not certainly_overlap(brief, stretch((0, 0), (2, 2)))
    assert [certainty(brief, tick(step)) for step in range(1, 3)] == [P, P]


@pytest.mark.parametrize(
    ("earliest", "latest", "why"),
    [
        (tick(1), tick(0), "earliest"),
        (tick(0).replace(tzinfo=None), tick(1), "UTC"),
        (tick(0), tick(1).astimezone(timezone(timedelta(0), "Z")), "UTC"),
    ],
)
def test_bounds_are_in_utc_and_in_order(earliest: datetime, latest: datetime, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Bound(earliest=earliest, latest=latest)


@pytest.mark.parametrize("end", [(0, 1), (2, 2)])
def test_no_stretch_is_empty(end: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="some instant"):
        stretch((2, 3), end)
    assert certainty(stretch((2, 3), (2, 3)), tick(2)) is P
