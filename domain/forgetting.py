"""Striking facts out and taking claims back, and undoing either as far as nothing came since."""

from collections.abc import Iterable
from dataclasses import replace

from domain.axis import Axis
from domain.axis_answers import Declined
from domain.axis_commands import By, Reinstate, Restore, Retract
from domain.axis_events import (
    AxisEvent,
    ClaimRefused,
    ClaimReinstated,
    ClaimRetracted,
    Invalidated,
    Kind,
    Restanding,
    Restored,
)
from domain.settling import Course, restandings
from domain.stints import Stint
from domain.tombstones import Tombstone, refusing
from domain.words import Seq, Status, is_visible


def invalidate(course: Course, stint: Stint, kind: Kind, reason: str) -> None:
    """Strike a fact out, leave a tombstone, and decide what it leaves behind."""
    claims = tuple(sorted(stint.seqs))
    event = Invalidated(
        fact=stint.fact,
        claims=claims,
        kind=kind,
        refusals=tuple(sorted({each.refusal for each in stint.claims})),
        stated=tuple(dict.fromkeys(each.said for each in stint.claims)),
        before=tuple(
            Restanding(claim=each.seq, before=each.status, after=Status.INVALIDATED)
            for each in stint.claims
        ),
        changed=(),
        reason=reason,
    )
    ahead = _ahead(course, event)
    changed = restandings(course.axis, ahead.axis, apart_from=claims)
    _follow(course, ahead, replace(event, changed=changed))


def restore(course: Course, command: Restore) -> Declined | None:
    """Lift a tombstone and put back what still stands as the invalidation left it."""
    if command.fact not in course.axis.claims:
        return Declined.UNKNOWN
    for tombstone in course.axis.tombstones:
        if command.fact in tombstone.claims:
            course.moved |= _said_since(course.axis, tombstone.seq)
            changed = (*tombstone.before, *tombstone.changed)
            course.write(
                Restored(
                    tombstone=tombstone.seq,
                    claims=tombstone.claims,
                    put_back=_as_it_was(course.axis, changed),
                    reason=command.reason,
                )
            )
            course.settle()
            return None
    return Declined.ALREADY_SO


def retract(course: Course, command: Retract) -> Declined | None:
    """Take claims back and decide what that leaves; nothing is refused from here on."""
    known = course.axis.claims
    if any(each not in known for each in command.claims):
        return Declined.UNKNOWN
    claims = tuple(each for each in command.claims if not known[each].retracted)
    if not claims:
        return Declined.ALREADY_SO
    event = ClaimRetracted(claims=claims, changed=(), reason=command.reason)
    ahead = _ahead(course, event)
    _follow(course, ahead, replace(event, changed=restandings(course.axis, ahead.axis)))
    return None


def reinstate(course: Course, command: Reinstate, by: By) -> Declined | None:
    """Let claims count again, unless their value was refused since, and put back what followed."""
    axis = course.axis
    if any(each not in axis.claims for each in command.claims):
        return Declined.UNKNOWN
    claims = tuple(each for each in command.claims if axis.claims[each].retracted)
    if not claims:
        return Declined.ALREADY_SO
    for claim in claims:
        refused = _refusing(axis, claim)
        if refused is not None:
            line = axis.claims[claim].line
            course.write(ClaimRefused(tombstone=refused.seq, line=line, token=by.token))
            return None
    undone = [each for each in axis.retractions if not set(claims).isdisjoint(each.claims)]
    course.moved |= set().union(*(_said_since(axis, each.seq) for each in undone))
    put_back = _as_it_was(axis, [changed for each in undone for changed in each.changed])
    course.write(ClaimReinstated(claims=claims, put_back=put_back, reason=command.reason))
    course.settle()
    return None


def _ahead(course: Course, event: AxisEvent) -> Course:
    """Where the axis would come to with this event."""
    ahead = Course(axis=course.axis, seq=course.seq, at=course.at, around=course.around)
    ahead.write(event)
    ahead.settle()
    return ahead


def _follow(course: Course, ahead: Course, event: AxisEvent) -> None:
    """Write the event, and then what was found to follow from it."""
    for each in (event, *ahead.events[1:]):
        course.write(each)


def _as_it_was(axis: Axis, changed: Iterable[Restanding]) -> tuple[Restanding, ...]:
    """What is to be put back: claims that have stood where this left them ever since."""
    return tuple(
        Restanding(claim=each.claim, before=each.after, after=each.before)
        for each in changed
        if axis.claims[each.claim].status is each.after
    )


def _said_since(axis: Axis, seq: Seq) -> set[Seq]:
    """The claims that never met what was away."""
    return {claim for claim in axis.claims if claim > seq}


def _refusing(axis: Axis, seq: Seq) -> Tombstone | None:
    claim = axis.claims[seq]
    if is_visible(axis.timeline.of(seq).status):
        return None
    return refusing(axis.tombstones, claim.refusal, claim.stated)
