"""Whatever happens, the rows are those of the axis as it is, and what was so then stays found."""

from hypothesis import given, settings

from domain.axes.axis import Axis
from domain.axes.reviewing import waiting
from domain.axes.segments import Segment
from domain.identity import IdentityMode
from domain.keys import LineKey
from domain.predicates import Declaration
from domain.words import Seq, Status, is_visible
from domain.worldtime.bounds import Certainty
from projections.claims import claim_of
from projections.registry import project
from projections.rows import AxisRow, ClaimRow, ConflictRow, FactRow, ReviewRow
from projections.sides import Placed
from projections.step import Since, Step
from projections.versions import row
from tests.domain.axes.courses import Step as Happening
from tests.domain.axes.courses import carried_out, courses, declarations
from tests.domain.chronicle import Chronicle
from tests.projections.steps import Tables, opened, steps, tables

FACT_HEAD = 5
"""The columns that say since and until when a version stands."""


def held(told: Chronicle) -> Tables:
    found = tables(told.recorded)
    return {**{name: {} for name in ("fact", "claim", "axis", "conflict", "review")}, **found}


def facts(held: Tables) -> dict[int, FactRow]:
    return {each.fact: each for each in held["fact"].values() if isinstance(each, FactRow)}


def afresh(axis: Axis) -> Axis:
    """The same axis, of which nothing is worked out yet."""
    return Axis(
        declaration=axis.declaration,
        claims=axis.claims,
        rulings=axis.rulings,
        tombstones=axis.tombstones,
        retractions=axis.retractions,
        reports=axis.reports,
        confirmed=axis.confirmed,
        amended_by_people=axis.amended_by_people,
        beats=axis.beats,
        waiting=axis.waiting,
        changes=axis.changes,
    )


@settings(max_examples=150, deadline=None)
@given(declarations, courses(12))
def test_the_facts_are_those_of_the_axis_as_it_is(
    declaration: Declaration, course: list[Happening]
) -> None:
    told = carried_out(opened(declaration), course)
    axis, state = afresh(told.axis), steps(told.recorded)[-1].after
    rows = facts(held(told))
    nobody_knows = Since(0, told.now, strength=None)
    assert {fact: each[FACT_HEAD:] for fact, each in rows.items()} == {
        stint.fact: row(Placed(axis, stint, 0), state, nobody_knows, IdentityMode.FOLDED)[
            FACT_HEAD:
        ]
        for stint in axis.timeline.stints
    }


@settings(deadline=None)
@given(declarations, courses())
def test_claims_contests_and_the_queue_are_those_of_the_axis_as_it_is(
    declaration: Declaration, course: list[Happening]
) -> None:
    told = carried_out(opened(declaration), course)
    found, timeline = held(told), told.axis.timeline
    claims = [each for each in found["claim"].values() if isinstance(each, ClaimRow)]
    assert {each.seq: claim_of(each) for each in claims} == told.axis.claims
    assert all(each.fact == timeline.of(Seq(each.seq)).fact for each in claims)
    conflicts = [each for each in found["conflict"].values() if isinstance(each, ConflictRow)]
    assert sorted(sorted(each[:2]) for each in conflicts) == sorted(
        sorted((stint.fact, other.fact))
        for stint in timeline.visible
        for other in timeline.contests(stint)
        if stint.fact < other.fact
    )
    queue = [each for each in found["review"].values() if isinstance(each, ReviewRow)]
    assert sorted(each.seq for each in queue) == sorted(
        each.fact if each.wish is None else each.item for each in waiting(told.axis)
    )
    lines = {LineKey(*each[:3]) for each in found["axis"].values() if isinstance(each, AxisRow)}
    assert lines <= told.axis.changes.keys()


@settings(deadline=None)
@given(declarations, courses())
def test_the_rows_tell_when_each_fact_holds_as_the_timeline_does(
    declaration: Declaration, course: list[Happening]
) -> None:
    told = carried_out(opened(declaration), course)
    rows = [each for each in facts(held(told)).values() if is_visible(Status(each.status))]
    timeline = told.axis.timeline
    assert {each.fact: (_segments(each), each.contested) for each in rows} == {
        each.fact: (timeline.segments(each), bool(timeline.contests(each)))
        for each in timeline.visible
    }


def _segments(row: FactRow) -> tuple[Segment, ...]:
    sure = {True: Certainty.DEFINITE, False: Certainty.POSSIBLE}
    return tuple(
        Segment(start, end, sure[definite])
        for start, end, definite in zip(row.holds_from, row.holds_to, row.definite, strict=True)
    )


@settings(deadline=None)
@given(declarations, courses())
def test_what_was_so_after_a_command_is_found_at_its_last_event_ever_after(
    declaration: Declaration, course: list[Happening]
) -> None:
    told = carried_out(opened(declaration), course)
    found = tables(told.recorded)
    versions = [
        each
        for table in ("fact", "history")
        for each in found.get(table, {}).values()
        if isinstance(each, FactRow)
    ]
    current: dict[int, FactRow] = {}
    for step in steps(told.recorded):
        _keep(current, step)
        seq = step.recorded[-1].seq
        then = [
            each._replace(to_seq=None, to_at=None)
            for each in versions
            if each.from_seq <= seq and (each.to_seq is None or seq < each.to_seq)
        ]
        assert sorted(then) == sorted(current.values())


def _keep(current: dict[int, FactRow], step: Step) -> None:
    for table, key, found in project(step):
        if table == "fact" and isinstance(found, FactRow):
            current[found.fact] = found
        elif table == "fact":
            (fact,) = key
            assert isinstance(fact, int)
            del current[fact]
