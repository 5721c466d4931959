"""What waits for a person, and what a person decides of it."""

from dataclasses import dataclass
from typing import Final, assert_never

from domain.axes.acting import act, granted
from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.bouts import Bout
from domain.axes.commands import DecideReview, EndFact, Invalidate, OnFact
from domain.axes.hearing import fights_of
from domain.axes.known import Request
from domain.axes.settling import Course, refusal_of
from domain.axes.stints import Stint
from domain.axes.tombstones import refused
from domain.duels.duel import Relation
from domain.events import Refused, Reviewed
from domain.payloads import Act, Kind, Resolution, Settled, Wish
from domain.words import Seq, Status, Verdict

_UNDECIDED: Final = frozenset({Status.CONTESTED, Status.QUARANTINED})


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """What waits for a person: a fact, or what an agent wished for it; `item` names which."""

    item: Seq
    fact: Seq
    wish: Wish | None


def waiting(axis: Axis) -> tuple[Waiting, ...]:
    """The one queue: what is contested or quarantined, and what agents may not do themselves."""
    undecided = (
        Waiting(item=each.fact, fact=each.fact, wish=None)
        for each in axis.timeline.stints
        if each.status in _UNDECIDED
    )
    wished = (Waiting(item=each.seq, fact=each.fact, wish=each.wish) for each in axis.waiting)
    return tuple(sorted((*undecided, *wished), key=lambda each: each.item))


def review(course: Course, command: DecideReview) -> Declined | None:
    """Carry out what a person decided of a fact that waits, or of a wish."""
    request = next((each for each in course.axis.waiting if each.seq == command.item), None)
    if request is not None:
        return _on_wish(course, request, command)
    if command.item not in course.axis.claims:
        return Declined.UNKNOWN
    stint = course.axis.timeline.of(command.item)
    if stint.status not in _UNDECIDED and not course.axis.timeline.contests(stint):
        return Declined.NOT_WAITING
    return _on_fact(course, stint, command)


def _on_wish(course: Course, request: Request, command: DecideReview) -> Declined | None:
    match command.resolution:
        case Resolution.REJECT:
            course.write(_reviewed(course.axis.timeline.of(request.fact), command))
            return None
        case Resolution.CONFIRM:
            return _grant(course, request, command)
        case Resolution.KEEP_BOTH | Resolution.CLOSE:
            return Declined.ONLY_YES_OR_NO
        case _:
            assert_never(command.resolution)


def _grant(course: Course, request: Request, command: DecideReview) -> Declined | None:
    """Do what was wished for, as the person; what can't be done goes on waiting."""
    asked = granted(request, reason=command.reason)
    if asked is None:
        return Declined.ALREADY_SO
    return _follow(course, course.axis.timeline.of(request.fact), command, asked)


def _on_fact(course: Course, stint: Stint, command: DecideReview) -> Declined | None:
    match command.resolution:
        case Resolution.REJECT:
            rejecting = Invalidate(fact=stint.fact, kind=Kind.FALSE, reason=command.reason)
            return _follow(course, stint, command, rejecting)
        case Resolution.CLOSE:
            if command.end is None:
                return Declined.NO_DATE
            ending = EndFact(fact=stint.fact, end=command.end, reason=command.reason)
            return _follow(course, stint, command, ending)
        case Resolution.CONFIRM | Resolution.KEEP_BOTH:
            if stint.status not in _UNDECIDED:
                return Declined.ALREADY_SO
            _let_stand(course, stint, command)
            return None
        case _:
            assert_never(command.resolution)


def _follow(
    course: Course, stint: Stint, command: DecideReview, following: OnFact
) -> Declined | None:
    """Write what was decided and then what carries it out, unless that can't be done."""
    ahead = course.ahead()
    declined = act(ahead, following)
    if declined is not None:
        return declined
    if isinstance(ahead.events[0], Refused):
        course.write(ahead.events[0])
        return None
    course.write(_reviewed(stint, command))
    return act(course, following)


def _let_stand(course: Course, stint: Stint, command: DecideReview) -> None:
    """Let a fact stand: in the place of what it fought, or beside it for good.

    Confirmed, it stands as a person's word does. Kept, it is in contest and no more decided again.
    """
    tombstone = None if stint.is_visible else refusal_of(course.axis, stint)
    if tombstone is not None:
        course.write(refused(tombstone, act=Act.REVIEW, fact=stint.fact))
        return
    confirms = command.resolution is Resolution.CONFIRM
    settle = _won if confirms else _kept
    claims = tuple(sorted(stint.seqs))
    course.write(
        Reviewed(
            item=command.item,
            fact=stint.fact,
            resolution=command.resolution,
            claims=claims,
            status=Status.ACTIVE,
            settled=tuple(settle(each) for each in fights_of(course.axis, stint)),
            confirmed=claims if confirms else (),
            reason=command.reason,
        )
    )
    course.settle()


def _reviewed(stint: Stint, command: DecideReview) -> Reviewed:
    """What was decided, where other events carry it out, or nothing is to be done."""
    return Reviewed(
        item=command.item,
        fact=stint.fact,
        resolution=command.resolution,
        claims=(),
        status=stint.status,
        settled=(),
        confirmed=(),
        reason=command.reason,
    )


def _won(bout: Bout) -> Settled:
    contradicts = bout.relation is Relation.CONTRADICTION
    return Settled(
        claims=tuple(sorted(bout.rival.seqs)),
        verdict=Verdict.DISPLACES if contradicts else Verdict.SUPERSEDES,
        trims=bout.relation is Relation.OVERLAP,
    )


def _kept(bout: Bout) -> Settled:
    claims = tuple(sorted(bout.rival.seqs))
    return Settled(claims=claims, verdict=Verdict.CONTESTED, trims=False)
