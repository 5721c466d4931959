"""What holds of courses of claims and decisions, of the answers to them and of the tables."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from adapters.postgres.events import recorded_of
from domain.axes import folding
from domain.axes.axis import Axis
from domain.identity import IdentityMode
from domain.values import Text
from domain.words import LedgerName, Seq
from domain.worldtime.bounds import Certainty
from tests.api.client import Json
from tests.cases.courses import (
    FEW,
    INSTANTS,
    VALUES,
    Step,
    belief,
    claims,
    courses,
    go_on,
    kinds,
    told,
)
from tests.cases.story import House, Story
from tests.domain.clocks import instant


def folded(story: Story) -> dict[int, Axis]:
    """The one axis of the ledger after each of its commands, folded in memory."""
    house, name = story.house, LedgerName(story.ledger)
    page = house.services.reader.events(
        house.admin.grant, name, after=Seq(0), limit=500, type_name=None
    )
    axis, found = Axis(), dict[int, Axis]()
    for recorded in map(recorded_of, page.rows):
        axis = folding.folded(axis, recorded, mode=IdentityMode.FOLDED)
        if recorded.command.i == recorded.command.n:
            found[recorded.seq] = axis
    return found


def held(axis: Axis, at: str) -> Json:
    """What the axis has hold at an instant, by value."""
    shown: Json = {}
    for each in axis.timeline.held(instant(at)):
        value = axis.claims[each.stint.fact].words.object
        assert isinstance(value, Text)
        letter = {Certainty.DEFINITE: "D", Certainty.POSSIBLE: "P"}[each.certainty]
        shown[value.text] = letter + "!" * each.contested
    return shown


def test_answers_on_both_times_are_those_of_a_fold_in_memory(house: House) -> None:
    @FEW
    @given(kinds, courses)
    def check(kind: str, course: list[Step]) -> None:
        story = told(house, kind, course)
        axes = folded(story)
        assert max(axes) == story.head
        for seq, axis in axes.items():
            assert belief(story, seq) == [held(axis, at) for at in INSTANTS]
        standing = {str(each.fact): each.status.value for each in axes[story.head].timeline.stints}
        shown = story.facts(valid_at="any", status="all")
        assert {str(each["fact"]): each["status"] for each in shown} == standing

    check()


def test_two_values_hold_at_an_instant_only_in_contest_and_tables_are_the_fold(
    house: House,
) -> None:
    @FEW
    @given(kinds, courses)
    def check(kind: str, course: list[Step]) -> None:
        story = told(house, kind, course)
        assert story.verified().findings == ()
        for held in belief(story):
            sure = [each for each in held.values() if each.startswith("D")]
            assert len(sure) < 2 or all(each == "D!" for each in sure)

    check()


def test_what_was_answered_as_of_then_stays_the_answer(house: House) -> None:
    @FEW
    @given(kinds, courses, courses)
    def check(kind: str, course: list[Step], more: list[Step]) -> None:
        story = told(house, kind, course)
        known = story.head
        before = belief(story, known)
        assert before == belief(story)
        go_on(story, more)
        story.says("z", "W", valid_from="2008-01-01")
        assert story.head > known
        assert belief(story, known) == before

    check()


def test_restoring_what_was_invalidated_leaves_belief_as_it_was(house: House) -> None:
    @FEW
    @given(kinds, st.lists(claims, min_size=1, max_size=6), st.integers(0, 9))
    def check(kind: str, course: list[Step], which: int) -> None:
        story = told(house, kind, course)
        shown = story.facts(valid_at="any")
        assert shown
        fact = shown[which % len(shown)]["fact"]
        before = belief(story)
        story.invalidates(fact)
        assert story.status(fact) == "invalidated"
        story.restores(fact)
        assert belief(story) == before

    check()


@st.composite
def reigns(draw: st.DrawFn) -> list[tuple[str, int]]:
    """Values that follow one another, each another one than the one before, with their starts."""
    values = draw(st.lists(st.sampled_from(VALUES), min_size=2, max_size=5))
    following = [values[0], *(new for old, new in pairwise(values) if old != new)]
    return [(value, 2010 + number) for number, value in enumerate(following)]


def test_dated_claims_of_equal_voices_make_one_timeline_in_any_order(house: House) -> None:
    @FEW
    @given(st.data(), reigns())
    def check(data: st.DataObject, pairs: list[tuple[str, int]]) -> None:
        story = house.open()
        story.declares()
        for number, (value, year) in enumerate(data.draw(st.permutations(pairs))):
            story.says(f"agent {number}", value, valid_from=f"{year}-01-01")
        found = story.values_at(*(f"{year}-06-01" for _, year in pairs))
        assert found == [{value: "D"} for value, _ in pairs]
        assert story.rows("conflicts") == []
        assert_tiled(story, [value for value, _ in pairs])

    check()


def assert_tiled(story: Story, values: list[str]) -> None:
    """One interval of each value in order, each from where the one before ends, and no end."""
    asked = story.asks("timeline", subject="Alice", predicate="employer", limit=500)
    intervals: list[Json] = asked["intervals"]
    assert [each["object"] for each in intervals] == values
    assert [each["to"] for each in intervals] == [*(each["from"] for each in intervals[1:]), None]


def standing(story: Story, known_at: int) -> dict[int, Json]:
    """What is known of every fact as of then, without since when it is known."""
    rows = story.facts(valid_at="any", status="all", known_at=known_at)
    return {each["fact"]: stripped(each) for each in rows}


def stripped(fact: Json) -> Json:
    """A fact without since when it is known, and of which instant it was asked.

    How strong it is changes with outcomes too, which change no belief by themselves.
    """
    return {**fact, "recorded": None, "certainty": None, "strength": None}


def test_the_changes_between_two_times_make_one_belief_the_other(house: House) -> None:
    @FEW
    @given(kinds, courses, st.data())
    def check(kind: str, course: list[Step], data: st.DataObject) -> None:
        story = told(house, kind, course)
        ends = [seq for seq in folded(story) if seq > 1]
        first, last = sorted(data.draw(st.lists(st.sampled_from(ends), min_size=2, max_size=2)))
        known = standing(story, first)
        found = story.rows("changes", since=first, until=last)
        for each in found:
            assert known.get(each["fact"]) == (each["before"] and stripped(each["before"]))
            known.pop(each["fact"], None)
            if each["after"] is not None:
                known[each["fact"]] = stripped(each["after"])
        assert known == standing(story, last)
        for at in INSTANTS:
            otherwise = story.rows("changes", since=first, until=last, valid_at=at)
            if story.value_at(at, first) != story.value_at(at, last):
                assert otherwise

    check()
