"""No axis ever shows two values at one instant but in contest, nor loses both."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.axes.axis import Axis
from domain.axes.settling import refusal_of
from domain.axes.timeline import Timeline
from domain.predicates import Cardinality, Declaration
from domain.words import Status, Verdict
from domain.worldtime.bounds import FIRST, Certainty
from tests.domain.arguing import person, system
from tests.domain.axes.courses import VOICES, Step, carried_out, others, wishes
from tests.domain.chronicle import CONSTANT, EVENT, STATE, UNDECLARED, Chronicle
from tests.domain.clocks import instant

BOTH = replace(STATE, holders=Cardinality.SINGLE)
HIDDEN = {Status.QUARANTINED, Status.DISPLACED}


class Said(NamedTuple):
    """Who says which value, from when until when, when it was seen, and whether as an echo."""

    who: int
    value: str
    start: str | None
    end: str | None
    seen: str
    echo: bool


sayings = st.builds(
    Said,
    st.integers(0, len(VOICES) - 1),
    st.sampled_from("XYZ"),
    st.none() | st.sampled_from(["2011-01-01", "2012-05", "2012-01-01", "2013", "2014-01-01"]),
    st.none() | st.sampled_from(["2015-01-01", "2015", "2016-06-01", "2017-01-01", ""]),
    st.sampled_from(["2010-05-01", "2013-09-01", "2016-01-01", "2018-05-01"]),
    st.booleans(),
)
declared = st.sampled_from([STATE, CONSTANT, EVENT, UNDECLARED, BOTH])
courses = st.lists(sayings | sayings | others | wishes | declared, min_size=4, max_size=24)


@settings(max_examples=200)
@given(st.sampled_from([STATE, STATE, STATE, CONSTANT, EVENT, BOTH]), courses)
def test_two_values_hold_at_an_instant_only_in_contest_and_one_of_them_always_stands(
    declaration: Declaration, course: list[Said | Step | Declaration]
) -> None:
    ledger = Chronicle(declaration=declaration, now=instant("2019-01-01"))
    for step in course:
        take(ledger, step)
        assert_one_or_contested(ledger.axis)
        assert_one_is_left(ledger.axis)


def take(ledger: Chronicle, step: Said | Step | Declaration) -> None:
    match step:
        case Declaration():
            ledger.declares(step)
        case Said(who, value, start, end, seen, echo):
            # An end that nobody knows has passed when it is told.
            told = "2018-05-01" if end == "" else seen
            ledger.says(VOICES[who], value, start, end, seen=told, echo=echo)
        case _:
            carried_out(ledger, [step])


def assert_one_or_contested(axis: Axis) -> None:
    timeline, excludes = axis.timeline, axis.declaration.excludes
    for at in edges(timeline):
        held = [each.stint for each in timeline.held(at) if each.certainty is Certainty.DEFINITE]
        for one, other in combinations(held, 2):
            assert not excludes(one.line, other.line) or other in timeline.contests(one)


def edges(timeline: Timeline) -> Iterator[datetime]:
    """Where something begins or ends to hold; in between nothing changes."""
    yield FIRST
    for stint in timeline.visible:
        for segment in timeline.segments(stint):
            yield segment.start


def assert_one_is_left(axis: Axis) -> None:
    """What is hidden, and not refused, is so for something that is shown."""
    timeline = axis.timeline
    for stint in timeline.stints:
        if stint.status in HIDDEN and refusal_of(axis, stint) is None:
            assert timeline.rivals(stint)


def test_a_row_that_a_newcomer_parts_ends_part_by_part() -> None:
    ledger = Chronicle(now=instant("2019-01-01"))
    ledger.says(system("s"), "Z", "2012", seen="2013-09-01")
    ledger.says("a", "X", "2012-05", "2015-06-01", seen="2013-09-01")
    assert ledger.at("2013-01-15") == ["X D!", "Z D!"]
    # A sooner stint that ended, nobody knows when, is a row with the other were it not for X.
    ledger.says(system("t"), "Z", "2011-01-01", "", seen="2017-01-01")
    assert ledger.facts() == ["Z active", "X contested", "Z active"]
    assert ledger.at("2013-01-15") == ["X D!", "Z D!"]


def parted() -> Chronicle:
    """Y wins against Z with a row that W then parts, so that it has not won where it lies now."""
    ledger = Chronicle(now=instant("2019-01-01"))
    ledger.says(person("h"), "Y", None, "2014-01-01", seen="2017-01-01")
    ledger.says(system("s"), "Z", "2011-01-01", "2014-01-01", seen="2015-05-01")
    assert ledger.says("a", "Y", seen="2011-09-01").verdict is Verdict.SUPERSEDES
    assert ledger.at("2013-07-01") == ["Y D"]
    ledger.says("b", "W", "2013-06-01", seen="2015-05-01")
    return ledger


def test_what_would_not_meet_but_for_a_parted_row_is_in_contest() -> None:
    ledger = parted()
    assert ledger.facts() == ["Z active", "Y active", "W contested"]
    assert ledger.at("2013-07-01") == ["W D!", "Y D!"]
    assert_one_or_contested(ledger.axis)
