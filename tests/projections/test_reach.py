"""Which facts a command leaves alone, whatever it does beside them."""

from hypothesis import given, settings

from domain.predicates import Declaration
from domain.words import Seq
from projections.reach import Reach
from projections.sides import Placed, sides
from projections.step import Step
from projections.valid import ender
from tests.domain.axes.courses import Step as Happening
from tests.domain.axes.courses import carried_out, courses, declarations
from tests.domain.chronicle import Chronicle
from tests.projections.steps import opened, steps


def chain() -> Chronicle:
    """Four values, each in place of the one before."""
    told = opened()
    for year, value in enumerate(["Acme", "Globex", "Initech", "Hooli"], start=2020):
        told.says("one", value, f"{year}-01-01")
    return told


def left_alone(step: Step) -> dict[Seq, tuple[Placed, Placed]]:
    """The facts that hold as they did, as they were and are."""
    before, after = sides(step.before, step.after)
    reach = Reach(before, after)
    both = {
        fact: (before.facts[fact], after.facts[fact])
        for fact in before.facts.keys() & after.facts.keys()
    }
    return {fact: (was, is_) for fact, (was, is_) in both.items() if reach.leaves(was, is_)}


def holds(placed: Placed) -> object:
    """When a fact holds, and what ends it."""
    timeline, stint = placed.axis.timeline, placed.stint
    ends_by = ender(placed.axis, stint)
    return timeline.end(stint), ends_by and ends_by.fact, timeline.segments(stint)


def test_what_had_ended_before_is_left_alone_and_what_ends_now_is_not() -> None:
    told = chain()
    first, _, third, fourth = (stint.fact for stint in told.axis.timeline.stints)
    step = steps(told.recorded)[-1]
    before, after = sides(step.before, step.after)
    assert fourth not in before.facts
    assert left_alone(step).keys() == {first}
    assert holds(before.facts[first]) == holds(after.facts[first])
    assert holds(before.facts[third]) != holds(after.facts[third])


@settings(deadline=None)
@given(declarations, courses(12))
def test_what_is_left_alone_holds_as_it_did(
    declaration: Declaration, course: list[Happening]
) -> None:
    for step in steps(carried_out(opened(declaration), course).recorded):
        for was, is_ in left_alone(step).values():
            assert holds(was) == holds(is_)
