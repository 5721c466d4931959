"""What is done to one fact that stands, and what an agent may only wish for."""

from typing import assert_never

from domain.axes.amending import correct, end
from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import By, CorrectFact, EndFact, Invalidate, OnFact, ReportOutcome
from domain.axes.forgetting import invalidate
from domain.axes.known import Request
from domain.axes.people import agents_alone_support
from domain.axes.reporting import report
from domain.axes.settling import Course
from domain.axes.stints import Stint
from domain.events import ReviewRequested
from domain.payloads import Asked, Correction, Kind, Wish
from domain.words import ActorKind, Status


def act(course: Course, command: OnFact) -> Declined | None:
    """Do to a fact what was asked, whoever asks."""
    if command.fact not in course.axis.claims:
        return Declined.UNKNOWN
    stint = course.axis.timeline.of(command.fact)
    if stint.status is Status.INVALIDATED:
        return Declined.ALREADY_SO
    match command:
        case Invalidate():
            invalidate(course, stint, command.kind, command.reason)
            return None
        case EndFact():
            return end(course, stint, command)
        case CorrectFact():
            return correct(course, stint, command)
        case ReportOutcome():
            report(course, stint, command)
            return None
        case _:
            assert_never(command)


def needs_a_person(axis: Axis, stint: Stint, command: OnFact, by: By) -> bool:
    """Whether a person must decide: agents act only on what agents alone support."""
    if by.kind is not ActorKind.AGENT or (isinstance(command, ReportOutcome) and command.success):
        return False
    return not agents_alone_support(axis, stint.claims)


def ask_a_person(course: Course, stint: Stint, wish: Wish, asked: Asked) -> None:
    """Ask a person to decide; what the same token asked for already waits only once."""
    waits = (
        each.seq
        for each in course.axis.waiting
        if each.fact in stint.seqs
        and (each.token, each.wish, each.asked) == (course.by.token, wish, asked)
    )
    repeats = next(waits, None)
    course.write(ReviewRequested(fact=stint.fact, wish=wish, asked=asked, repeats=repeats))


def wished(command: OnFact) -> tuple[Wish, Asked]:
    """What a command is when it is asked of a person."""
    match command:
        case Invalidate():
            return Wish.INVALIDATE, Asked(reason=command.reason, kind=command.kind)
        case EndFact():
            ended = Correction(end=command.end)
            return Wish.END, Asked(reason=command.reason, correction=ended)
        case CorrectFact():
            corrected = Correction(
                subject=command.subject,
                object=command.object,
                start=command.start,
                end=command.end,
            )
            return Wish.CORRECT, Asked(reason=command.reason, correction=corrected)
        case ReportOutcome():
            return Wish.REPORT_FAILURE, Asked(signal=command.signal)
        case _:
            assert_never(command)


def granted(request: Request, *, reason: str | None) -> OnFact | None:
    """What a wish comes to as a command, for this reason if it gave none; None once erased."""
    asked = request.asked or Asked()
    reason = asked.reason or reason
    correction = asked.correction
    match request.wish:
        case Wish.INVALIDATE:
            return Invalidate(fact=request.fact, kind=asked.kind or Kind.FALSE, reason=reason)
        case Wish.END:
            ends = None if correction is None else correction.end
            return None if ends is None else EndFact(fact=request.fact, end=ends, reason=reason)
        case Wish.CORRECT:
            if correction is None:
                return None
            return CorrectFact(
                fact=request.fact,
                reason=reason,
                subject=correction.subject,
                object=correction.object,
                start=correction.start,
                end=correction.end,
            )
        case Wish.REPORT_FAILURE:
            if asked.signal is None:
                return None
            return ReportOutcome(fact=request.fact, signal=asked.signal, success=False)
        case _:
            assert_never(request.wish)
