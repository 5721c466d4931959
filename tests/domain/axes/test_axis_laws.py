"""Laws of an axis, on courses of commands that nobody would think of."""

from datetime import datetime, timedelta
from itertools import combinations, pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.axes.commands import Invalidate
from domain.axes.timeline import Timeline
from domain.payloads import Kind
from domain.predicates import Declaration
from domain.words import Status
from domain.worldtime.bounds import Certainty
from tests.domain.axes.courses import VALUES, Step, claims, courses, declarations, told
from tests.domain.chronicle import STATE, Chronicle
from tests.domain.clocks import instant


def instants() -> list[datetime]:
    start = instant("2009-01-01")
    return [start + number * timedelta(days=61) for number in range(70)]


INSTANTS = instants()


def belief(timeline: Timeline) -> list[object]:
    """What is shown at many instants, and where every fact stands."""
    held = [
        [(each.stint.fact, each.certainty, each.contested) for each in timeline.held(at)]
        for at in INSTANTS
    ]
    return [held, [(each.fact, each.status, timeline.end(each)) for each in timeline.stints]]


@settings(max_examples=150)
@given(declarations, courses())
def test_no_two_values_hold_at_an_instant_but_in_contest(
    declaration: Declaration, course: list[Step]
) -> None:
    ledger = told(declaration, course)
    for axis in (ledger.states[end] for end in ledger.ends):
        assert_one_or_contested(axis.timeline)


def assert_one_or_contested(timeline: Timeline) -> None:
    for at in INSTANTS:
        definite = [
            each.stint for each in timeline.held(at) if each.certainty is Certainty.DEFINITE
        ]
        for one, other in combinations(definite, 2):
            assert one.line == other.line or other in timeline.contests(one)


@settings(max_examples=100)
@given(declarations, courses())
def test_the_same_events_give_the_same_axis(declaration: Declaration, course: list[Step]) -> None:
    ledger = told(declaration, course)
    assert ledger.replayed() == ledger.axis
    assert ledger.replayed().timeline == ledger.axis.timeline


@settings(max_examples=100)
@given(declarations, courses(), st.integers(0, 9))
def test_restoring_what_was_invalidated_leaves_belief_as_it_was(
    declaration: Declaration, course: list[Step], which: int
) -> None:
    ledger = told(declaration, course)
    assume(ledger.axis.claims)
    claim = list(ledger.axis.claims)[which % len(ledger.axis.claims)]
    assume(ledger.status(claim) is not Status.INVALIDATED)
    before = belief(ledger.axis.timeline)
    ledger.invalidates(claim)
    assert ledger.status(claim) is Status.INVALIDATED
    ledger.restores(claim)
    assert belief(ledger.axis.timeline) == before


@settings(max_examples=100)
@given(declarations, courses(), st.integers(0, 9))
def test_reinstating_what_was_retracted_leaves_belief_as_it_was(
    declaration: Declaration, course: list[Step], which: int
) -> None:
    ledger = told(declaration, course)
    standing = [each for each in ledger.axis.claims.values() if not each.retracted]
    assume(standing)
    claim = standing[which % len(standing)].seq
    before = belief(ledger.axis.timeline)
    ledger.retracts(claim)
    assert ledger.axis.claims[claim].retracted
    ledger.reinstates(claim)
    assume(not ledger.axis.claims[claim].retracted)
    assert belief(ledger.axis.timeline) == before


@given(st.lists(claims, min_size=1, max_size=9))
def test_where_something_was_said_something_is_shown(course: list[Step]) -> None:
    assert told(STATE, course).axis.timeline.visible


@st.composite
def successions(draw: st.DrawFn) -> list[tuple[str, int]]:
    """Values that follow one another, each another one than the one before, with their starts."""
    values = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=7))
    following = [values[0], *(new for old, new in pairwise(values) if old != new)]
    return [(value, 2000 + number) for number, value in enumerate(following)]


starts = successions()


@settings(max_examples=60)
@given(st.data(), starts)
def test_open_claims_of_equal_voices_make_one_timeline_in_any_order(
    data: st.DataObject, pairs: list[tuple[str, int]]
) -> None:
    expected = [(value, instant(f"{year}-01-01"), False) for value, year in pairs]
    assert timeline_of(pairs) == expected
    assert timeline_of(data.draw(st.permutations(pairs))) == expected


def timeline_of(pairs: list[tuple[str, int]]) -> list[tuple[str, datetime, bool]]:
    """Which value is shown from when, and whether in contest, where that changes."""
    ledger = Chronicle()
    for number, (value, year) in enumerate(pairs):
        ledger.says(f"a{number}", value, f"{year}-01-01")
    shown = [
        (ledger.names[held.stint.line], interval.start, held.contested)
        for interval in ledger.axis.timeline.intervals()
        for held in interval.held
    ]
    return [shown[0], *(new for old, new in pairwise(shown) if old[0] != new[0])]


@given(starts)
def test_uncontested_intervals_tile_the_axis(pairs: list[tuple[str, int]]) -> None:
    ledger = Chronicle()
    for number, (value, year) in enumerate(pairs):
        ledger.says(f"a{number}", value, f"{year}-01-01")
    intervals = ledger.axis.timeline.intervals()
    assert all(one.end == other.start for one, other in pairwise(intervals))
    assert [len(each.held) for each in intervals] == [0, *([1] * (len(intervals) - 1))]
    assert intervals[-1].end is None


@settings(max_examples=60)
@given(starts)
def test_taking_a_successor_away_opens_its_predecessor_again(pairs: list[tuple[str, int]]) -> None:
    ledger = Chronicle()
    for number, (value, year) in enumerate(pairs):
        ledger.says(f"a{number}", value, f"{year}-01-01")
    *_, last = ledger.axis.timeline.visible
    before = [each for each in ledger.axis.timeline.visible if each.fact != last.fact]
    ledger.asks(Invalidate(fact=last.fact, kind=Kind.FALSE, reason=""))
    left = ledger.axis.timeline.visible
    assert [each.fact for each in left] == [each.fact for each in before]
    assert not left or ledger.axis.timeline.end(left[-1]) is None


@settings(max_examples=100)
@given(st.lists(claims, min_size=1, max_size=9))
def test_a_stated_end_gives_way_only_to_a_winner_that_overlaps_it(course: list[Step]) -> None:
    axis = told(STATE, course).axis
    trimmed = {seq for each in axis.rulings if each.trims for seq in each.rival}
    for each in axis.timeline.stints:
        if each.end is not None and trimmed.isdisjoint(each.seqs):
            assert axis.timeline.end(each) == each.end


@given(st.sampled_from(["start", "end"]), st.integers(1, 12))
def test_narrowing_a_bound_only_settles_what_was_possible(bound: str, month: int) -> None:
    ledger = Chronicle()
    told = ledger.says("a", "X", "2012", "2014")
    before = shown(ledger)
    if bound == "start":
        ledger.corrects(told.claim, start=f"2012-{month:02d}")
    else:
        ledger.corrects(told.claim, until=f"2014-{month:02d}")
    after = shown(ledger)
    assert set(zip(before, after, strict=True)) <= {
        (None, None),
        (Certainty.DEFINITE, Certainty.DEFINITE),
        (Certainty.POSSIBLE, Certainty.DEFINITE),
        (Certainty.POSSIBLE, Certainty.POSSIBLE),
        (Certainty.POSSIBLE, None),
    }
    assert before != after


def shown(ledger: Chronicle) -> list[Certainty | None]:
    """How surely the one fact holds at each instant."""
    (stint,) = ledger.axis.timeline.visible
    return [ledger.axis.timeline.certainty(stint, at) for at in INSTANTS]
