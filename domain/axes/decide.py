"""The decision on an axis: from what was asked and what is known to events, or to why not."""

from datetime import datetime
from typing import assert_never

from domain.axes.acting import act, ask_a_person, needs_a_person, wished
from domain.axes.answers import Declined
from domain.axes.asserting import make_claim
from domain.axes.axis import Axis
from domain.axes.commands import (
    AxisCommand,
    By,
    CorrectFact,
    DecideReview,
    EndFact,
    Invalidate,
    MakeClaim,
    OnFact,
    Reinstate,
    ReportOutcome,
    Restore,
    Retract,
)
from domain.axes.forgetting import reinstate, restore, retract
from domain.axes.hearing import Surroundings
from domain.axes.reviewing import review
from domain.axes.settling import Course
from domain.events import AxisEvent
from domain.identity import IdentityMode
from domain.words import LedgerName, Seq, Status


def decide_on_axis(
    axis: Axis,
    command: AxisCommand,
    *,
    by: By,
    after: Seq,
    at: datetime,
    around: Surroundings,
    mode: IdentityMode,
    ledger: LedgerName,
) -> tuple[AxisEvent, ...] | Declined:
    """What becomes of a command: its events, to be recorded from the position after `after` on.

    `at` is the record time of the first of them; each later one comes a microsecond after the one
    before. What an agent may not do is asked of a person, which is an event too.
    """
    course = Course(known=axis, seq=after, at=at, around=around, by=by, mode=mode, ledger=ledger)
    declined = _carry_out(course, command)
    return tuple(course.events) if declined is None else declined


def _carry_out(course: Course, command: AxisCommand) -> Declined | None:
    match command:
        case MakeClaim():
            make_claim(course, command)
            return None
        case Retract():
            return retract(course, command)
        case Reinstate():
            return reinstate(course, command)
        case Restore():
            return restore(course, command)
        case DecideReview():
            return review(course, command)
        case Invalidate() | EndFact() | CorrectFact() | ReportOutcome():
            return _on_fact(course, command)
        case _:
            assert_never(command)


def _on_fact(course: Course, command: OnFact) -> Declined | None:
    if command.fact not in course.axis.claims:
        return Declined.UNKNOWN
    stint = course.axis.timeline.of(command.fact)
    if stint.status is not Status.INVALIDATED and needs_a_person(
        course.axis, stint, command, course.by
    ):
        ask_a_person(course, stint, *wished(command))
        return None
    return act(course, command)
