"""The decision on an axis: from what was asked and what is known to events, or to why not."""

from datetime import datetime
from typing import assert_never

from domain.axes.amending import correct, end
from domain.axes.answers import Declined
from domain.axes.asserting import make_claim
from domain.axes.axis import Axis
from domain.axes.commands import (
    AxisCommand,
    By,
    CorrectFact,
    DecideReview,
    Declare,
    EndFact,
    Invalidate,
    MakeClaim,
    OnFact,
    Reinstate,
    ReportOutcome,
    Restore,
    Retract,
)
from domain.axes.declaring import declare
from domain.axes.events import AxisEvent, ReviewRequested
from domain.axes.forgetting import invalidate, reinstate, restore, retract
from domain.axes.hearing import Surroundings
from domain.axes.reporting import report
from domain.axes.reviewing import needs_a_person, review
from domain.axes.settling import Course
from domain.axes.stints import Stint
from domain.words import Seq, Status


def decide_on_axis(
    axis: Axis,
    command: AxisCommand,
    *,
    by: By,
    after: Seq,
    at: datetime,
    around: Surroundings,
) -> tuple[AxisEvent, ...] | Declined:
    """What becomes of a command: its events, to be recorded from the position after `after` on.

    `at` is the record time. What an agent may not do is asked of a person, which is an event too.
    """
    course = Course(axis=axis, seq=after, at=at, around=around)
    declined = _carry_out(course, command, by)
    return tuple(course.events) if declined is None else declined


def _carry_out(course: Course, command: AxisCommand, by: By) -> Declined | None:
    match command:
        case MakeClaim():
            make_claim(course, command, by)
            return None
        case Declare():
            return declare(course, command)
        case Retract() | Reinstate() | Restore():
            return _undo(course, command, by)
        case Invalidate() | EndFact() | CorrectFact() | ReportOutcome() | DecideReview():
            if command.fact not in course.axis.claims:
                return Declined.UNKNOWN
            stint = course.axis.timeline.of(command.fact)
            if stint.status is Status.INVALIDATED:
                return Declined.ALREADY_SO
            return _on_fact(course, stint, command, by)
        case _:
            assert_never(command)


def _undo(course: Course, command: Retract | Reinstate | Restore, by: By) -> Declined | None:
    match command:
        case Retract():
            return retract(course, command)
        case Reinstate():
            return reinstate(course, command, by)
        case Restore():
            return restore(course, command)
        case _:
            assert_never(command)


def _on_fact(course: Course, stint: Stint, command: OnFact, by: By) -> Declined | None:
    wish = needs_a_person(course.axis, stint, command, by)
    if wish is not None:
        course.write(ReviewRequested(fact=stint.fact, wish=wish, token=by.token, kind=by.kind))
        return None
    match command:
        case Invalidate():
            invalidate(course, stint, command.kind, command.reason)
            return None
        case EndFact():
            return end(course, stint, command)
        case CorrectFact():
            return correct(course, stint, command, by)
        case ReportOutcome():
            report(course, stint, command, by)
            return None
        case DecideReview():
            return review(course, stint, command, by)
        case _:
            assert_never(command)
