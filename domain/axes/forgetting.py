"""Striking facts out and taking claims back, and undoing either."""

from collections.abc import Container, Iterable
from dataclasses import replace

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import Reinstate, Restore, Retract
from domain.axes.settling import Course
from domain.axes.standing import standing_of
from domain.axes.stints import Stint
from domain.axes.tombstones import Tombstone, refused, refusing
from domain.axes.undoing import bring_back, put_back, take_away
from domain.events import ClaimReinstated, ClaimRetracted, Invalidated, Restored
from domain.payloads import Act, Consequences, Kind, Restanding
from domain.words import Seq, Status


def invalidate(course: Course, stint: Stint, kind: Kind, reason: str | None) -> None:
    """Strike a fact out, leave a tombstone, and decide what it leaves behind."""
    event = Invalidated(
        fact=stint.fact,
        claims=tuple(sorted(stint.seqs)),
        kind=kind,
        restandings=tuple(
            Restanding(claim=each.seq, before=each.status, after=Status.INVALIDATED)
            for each in stint.claims
        ),
        consequences=Consequences(),
        reason=reason,
    )
    take_away(course, event)


def restore(course: Course, command: Restore) -> Declined | None:
    """Lift a tombstone and put back what still stands as the invalidation left it."""
    axis = course.axis
    if command.fact not in axis.claims:
        return Declined.UNKNOWN
    tombstone = next((each for each in axis.tombstones if command.fact in each.claims), None)
    if tombstone is None:
        return Declined.ALREADY_SO
    followed = tombstone.consequences
    event = Restored(
        tombstone=tombstone.seq,
        fact=tombstone.fact,
        claims=tombstone.claims,
        put_back=put_back(axis, [followed], own=tombstone.restandings),
        reason=command.reason,
    )
    last = Seq(tombstone.seq + followed.events)
    bring_back(course, event, since=tombstone.seq, last=last)
    return None


def retract(course: Course, command: Retract) -> Declined | None:
    """Take claims back and decide what that leaves; nothing is refused from here on."""
    known = course.axis.claims
    if any(each not in known for each in command.claims):
        return Declined.UNKNOWN
    claims = tuple(each for each in command.claims if not known[each].retracted)
    if not claims:
        return Declined.ALREADY_SO
    stint = course.axis.timeline.of(claims[0])
    event = ClaimRetracted(
        fact=stint.fact,
        claims=claims,
        status=_standing(stint, claims, ()),
        consequences=Consequences(),
        reason=command.reason,
    )
    take_away(course, event)
    return None


def reinstate(course: Course, command: Reinstate) -> Declined | None:
    """Let claims count again, unless their value was refused since, and put back what followed."""
    axis = course.axis
    if any(each not in axis.claims for each in command.claims):
        return Declined.UNKNOWN
    claims = tuple(each for each in command.claims if axis.claims[each].retracted)
    if not claims:
        return Declined.ALREADY_SO
    for claim in claims:
        tombstone = _refusing(axis, claim)
        if tombstone is not None:
            fact = axis.timeline.of(claim).fact
            course.write(refused(tombstone, act=Act.REINSTATEMENT, fact=fact))
            return None
    undone = [each for each in axis.retractions if not set(claims).isdisjoint(each.claims)]
    stint = axis.timeline.of(claims[0])
    back = put_back(axis, [each.consequences for each in undone])
    event = ClaimReinstated(
        fact=stint.fact,
        claims=claims,
        status=_standing(stint, claims, back.restandings),
        put_back=back,
        reason=command.reason,
    )
    is_whole = len(undone) == 1 and set(undone[0].claims) == set(claims)
    last = Seq(undone[0].seq + undone[0].consequences.events) if is_whole else None
    bring_back(
        course, event, since=min((each.seq for each in undone), default=course.seq), last=last
    )
    return None


def _standing(stint: Stint, turned: Container[Seq], restandings: Iterable[Restanding]) -> Status:
    """Where a fact stands once these of its claims are taken back, or given back."""
    after = {each.claim: each.after for each in restandings}
    return standing_of(
        [
            replace(
                each,
                status=after.get(each.seq, each.status),
                retracted=each.retracted != (each.seq in turned),
            )
            for each in stint.claims
        ]
    )


def _refusing(axis: Axis, seq: Seq) -> Tombstone | None:
    claim = axis.claims[seq]
    if axis.timeline.of(seq).is_visible:
        return None
    return refusing(axis.tombstones, claim.refusal, claim.stated)
