"""What waits for a person, and what a person decides of it."""

from dataclasses import dataclass
from typing import Final, assert_never

from domain.axes.amending import end
from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.bouts import Bout
from domain.axes.commands import (
    By,
    CorrectFact,
    DecideReview,
    EndFact,
    Invalidate,
    OnFact,
    ReportOutcome,
)
from domain.axes.events import (
    ClaimRefused,
    Kind,
    Resolution,
    ReviewDecided,
    Settled,
    Wish,
)
from domain.axes.forgetting import invalidate
from domain.axes.hearing import fights_of
from domain.axes.settling import Course, refusal_of
from domain.axes.stints import Stint
from domain.duels.duel import Relation
from domain.words import ActorKind, Seq, Status, Verdict

_UNDECIDED: Final = frozenset({Status.CONTESTED, Status.QUARANTINED})


def needs_a_person(axis: Axis, stint: Stint, command: OnFact, by: By) -> Wish | None:
    """What is to be asked of a person first: what agents do only to what agents alone support."""
    wish = _wish(command)
    if wish is None or by.kind is not ActorKind.AGENT:
        return None
    return None if _agents_alone_support(axis, stint) else wish


def _agents_alone_support(axis: Axis, stint: Stint) -> bool:
    """Whether no system and no person said the fact or confirmed it."""
    return axis.confirmed.isdisjoint(stint.seqs) and all(
        each.voice.kind is ActorKind.AGENT for each in stint.counting
    )


def _wish(command: OnFact) -> Wish | None:
    match command:
        case Invalidate():
            return Wish.INVALIDATE
        case EndFact():
            return Wish.END
        case CorrectFact():
            return Wish.CORRECT
        case ReportOutcome():
            return None if command.success else Wish.REPORT_FAILURE
        case DecideReview():
            return None
        case _:
            assert_never(command)


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """A fact that waits for a person, and what an agent wished for it, if that is why."""

    fact: Seq
    wish: Wish | None


def waiting(axis: Axis) -> tuple[Waiting, ...]:
    """The one queue: what is contested or quarantined, and what agents may not do themselves."""
    undecided = (
        Waiting(fact=each.fact, wish=None)
        for each in axis.timeline.stints
        if each.status in _UNDECIDED
    )
    wished = (Waiting(fact=each.fact, wish=each.wish) for _, each in axis.waiting)
    return tuple(sorted((*undecided, *wished), key=lambda each: (each.fact, each.wish or "")))


def review(course: Course, stint: Stint, command: DecideReview, by: By) -> Declined | None:
    """Carry out what a person decided of a fact."""
    match command.resolution:
        case Resolution.REJECT:
            invalidate(course, stint, Kind.FALSE, command.reason)
            return None
        case Resolution.CLOSE:
            if command.end is None:
                return Declined.NO_DATE
            ending = EndFact(fact=stint.fact, end=command.end, reason=command.reason)
            return end(course, stint, ending)
        case Resolution.CONFIRM | Resolution.KEEP_BOTH:
            if stint.status not in _UNDECIDED:
                return Declined.ALREADY_SO
            refused = None if stint.is_visible else refusal_of(course.axis, stint)
            if refused is not None:
                line = stint.line
                course.write(ClaimRefused(tombstone=refused.seq, line=line, token=by.token))
            elif command.resolution is Resolution.CONFIRM:
                _confirm(course, stint, command.reason)
            else:
                _keep_both(course, stint, command.reason)
            return None
        case _:
            assert_never(command.resolution)


def _confirm(course: Course, stint: Stint, reason: str) -> None:
    """Let a fact stand as a person's word does, in the place of what it fought."""
    settled = tuple(_won(each) for each in fights_of(course.axis, stint))
    _decide(course, stint, Resolution.CONFIRM, settled, reason)


def _keep_both(course: Course, stint: Stint, reason: str) -> None:
    """Let a fact stand beside what it fought: in contest for good, and no more decided again."""
    settled = tuple(
        Settled(claims=tuple(sorted(each.rival.seqs)), verdict=Verdict.CONTESTED, trims=False)
        for each in fights_of(course.axis, stint)
    )
    _decide(course, stint, Resolution.KEEP_BOTH, settled, reason)


def _decide(
    course: Course,
    stint: Stint,
    resolution: Resolution,
    settled: tuple[Settled, ...],
    reason: str,
) -> None:
    claims = tuple(sorted(stint.seqs))
    course.write(
        ReviewDecided(
            fact=stint.fact,
            resolution=resolution,
            claims=claims,
            status=Status.ACTIVE,
            settled=settled,
            confirmed=claims if resolution is Resolution.CONFIRM else (),
            reason=reason,
        )
    )
    course.settle()


def _won(bout: Bout) -> Settled:
    contradicts = bout.relation is Relation.CONTRADICTION
    return Settled(
        claims=tuple(sorted(bout.rival.seqs)),
        verdict=Verdict.DISPLACES if contradicts else Verdict.SUPERSEDES,
        trims=bout.relation is Relation.OVERLAP,
    )
