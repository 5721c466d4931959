"""What is decided with what was heard before is what would be decided from nothing."""

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import AxisCommand, By
from domain.axes.docket import left_at
from domain.axes.rehearing import docket_of
from domain.axes.settling import Course
from domain.axes.timeline import Timeline
from domain.duels.voices import Record, Voice
from domain.events import AxisEvent, DuelResolved
from domain.predicates import Cardinality, Declaration
from domain.words import ActorKind, Seq, TokenId, Verdict
from tests.domain.arguing import agent, person, system
from tests.domain.axes.courses import VOICES, Step, carried_out, wild
from tests.domain.chronicle import CONSTANT, EVENT, FOLDED, LEDGER, STATE, Chronicle

BOTH = replace(STATE, holders=Cardinality.SINGLE)
declarations = st.sampled_from([STATE, STATE, STATE, CONSTANT, EVENT, BOTH])

Saying = tuple[int, int, int | None, int | None, int]
sayings = st.lists(
    st.tuples(
        st.integers(0, len(VOICES) - 1),
        st.integers(0, 7),
        st.none() | st.integers(2010, 2014),
        st.none() | st.none() | st.integers(2011, 2016),
        st.integers(2012, 2016),
    ),
    min_size=4,
    max_size=16,
)


@dataclass(kw_only=True)
class Twice(Chronicle):
    """A ledger that decides each command from nothing, too, and on an axis put together anew."""

    def decided(
        self, axis: Axis, command: AxisCommand, voice: Voice
    ) -> tuple[AxisEvent, ...] | Declined:
        anew = super().decided(replace(axis), command, voice)
        left_at.cache_clear()
        from_nothing = super().decided(replace(axis), command, voice)
        found = super().decided(axis, command, voice)
        assert found == from_nothing
        assert anew == from_nothing
        return found


def crowded(ledger: Chronicle, course: list[Saying]) -> None:
    """Let so many say so many values that most are in contest."""
    for who, which, start, end, seen in course:
        until = None if end is None or end <= (start or 0) else f"{end}-01-01"
        began = None if start is None else f"{start}-01-01"
        ledger.says(VOICES[who], f"V{which}", began, until, seen=f"{seen}-01-01")


@settings(max_examples=150)
@given(declarations, sayings, wild(8), sayings)
def test_what_is_decided_with_what_was_heard_is_what_is_decided_from_nothing(
    declaration: Declaration, before: list[Saying], between: list[Step], after: list[Saying]
) -> None:
    ledger = Twice(declaration=declaration)
    crowded(ledger, before)
    carried_out(ledger, between)
    crowded(ledger, after)


@settings(max_examples=60)
@given(declarations, sayings, st.sampled_from(VOICES), st.integers(0, 15), sayings)
def test_what_lies_beside_the_axis_is_heard_of_when_it_changes(
    declaration: Declaration, before: list[Saying], whose: Voice, base: int, after: list[Saying]
) -> None:
    ledger = Twice(declaration=declaration)
    crowded(ledger, before)
    ledger.records = {whose.id: Record(successes=0, failures=base)}
    crowded(ledger, after[:2])
    claims = list(ledger.axis.claims)
    ledger.rests(agent("another"), claims[base % len(claims)])
    crowded(ledger, after[2:])


def test_what_lies_beside_is_heard_of_though_the_axis_itself_is_as_it_was() -> None:
    ledger = Chronicle()
    ledger.says(system("s"), "A", "2010-01-01")
    contested = ledger.says(agent("a"), "B", "2011-01-01")
    ledger.says(system("s"), "C", "2012-01-01")
    assert ledger.verdict(contested.claim) is Verdict.CONTESTED
    assert settled(ledger) == []
    ledger.records = {system("s").id: Record(successes=0, failures=50)}
    assert settled(ledger) == [Verdict.SUPERSEDES]


def settled(ledger: Chronicle) -> list[Verdict]:
    """What comes of deciding again on the axis as it stands."""
    course = Course(
        known=ledger.axis,
        seq=ledger.seq,
        at=ledger.now,
        around=ledger.around,
        by=By(token=TokenId("t"), kind=ActorKind.SYSTEM),
        mode=FOLDED,
        ledger=LEDGER,
    )
    course.settle()
    return [each.verdict for each in course.events if isinstance(each, DuelResolved)]


@settings(max_examples=60)
@given(declarations, sayings, wild(14))
def test_a_timeline_that_resumes_another_is_the_one_that_is_worked_out_from_nothing(
    declaration: Declaration, before: list[Saying], course: list[Step]
) -> None:
    ledger = Chronicle(declaration=declaration)
    crowded(ledger, before)
    carried_out(ledger, course)
    for axis in ledger.states:
        assert told(axis.timeline) == told(replace(axis).timeline)


def told(timeline: Timeline) -> list[object]:
    """All that follows from a timeline."""
    return [
        timeline,
        timeline.parting,
        [timeline.enders(each) for each in timeline.stints],
        [(timeline.stretch(each), timeline.segments(each)) for each in timeline.stints],
        [timeline.contests(each) for each in timeline.stints],
    ]


def test_who_is_in_contest_is_not_heard_again_for_what_does_not_concern_it() -> None:
    ledger = Chronicle()
    ledger.says(system("s"), "A", "2010-01-01")
    contested = ledger.says(agent("a"), "B", "2011-01-01")
    assert contested.verdict is Verdict.CONTESTED
    ledger.says(system("s"), "C", "2012-01-01")
    ledger.says(system("s"), "D", "2013-01-01")
    kept = hearing(ledger, contested.claim)
    assert kept is not None
    ledger.says(system("s"), "E", "2014-01-01")
    assert hearing(ledger, contested.claim) is kept
    ledger.says(person("h"), "F", "2010-06-01")
    assert hearing(ledger, contested.claim) is not kept


def hearing(ledger: Chronicle, claim: Seq) -> object:
    """What was heard of the fact of this claim, as far as it still holds."""
    docket = ledger.axis.docket
    return None if docket is None else docket.hearings.get(ledger.axis.timeline.of(claim).fact)


def test_what_was_heard_is_known_of_an_axis_put_together_anew_however_many_short_ones() -> None:
    ledger = Chronicle()
    for year in range(2010, 2016):
        ledger.says(system("s"), f"S{year}", f"{year}-01-01")
        ledger.says(agent("a"), f"A{year}", f"{year}-07-01")
    docket = ledger.axis.docket
    assert docket is not None
    assert docket.hearings
    assert docket_of(replace(ledger.axis)) is docket
    for number in range(100):
        short = Chronicle()
        short.says(system("s"), f"A{number}", "2010-01-01")
        assert short.says(agent("a"), "B", "2011-01-01").verdict is Verdict.CONTESTED
        assert short.axis.docket is not None
    assert docket_of(replace(ledger.axis)) is docket
    left_at.cache_clear()
    assert docket_of(replace(ledger.axis)) is None
