"""Striking facts out and taking claims back, and undoing either."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import Reinstate, Restore, Retract
from domain.axes.settling import Course
from domain.axes.standing import standing_of
from domain.axes.stints import Stint
from domain.axes.tombstones import Tombstone, asked_of, refused, refusing
from domain.axes.undoing import bring_back, put_back, take_away
from domain.events import ClaimReinstated, ClaimRetracted, Invalidated, Refused, Restored
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
    """Lift a tombstone and put back what still stands as the invalidation left it.

    Of two stints of a value that were struck out, the one that is restored is shown again though
    the tombstone of the other stands and refuses whoever says the value anew: to restore is to
    believe what was believed, and asks no other tombstone.
    """
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
    """Let claims count again and put back what followed, but for those refused since."""
    axis = course.axis
    if any(each not in axis.claims for each in command.claims):
        return Declined.UNKNOWN
    turned = tuple(each for each in command.claims if axis.claims[each].retracted)
    if not turned:
        return Declined.ALREADY_SO
    found = {each: _refusing(axis, each) for each in turned}
    claims = tuple(each for each in turned if found[each] is None)
    if claims:
        _give_back(course, claims, reason=command.reason)
    for event in _refusals(axis, found):
        course.write(event)
    return None


def _give_back(course: Course, claims: tuple[Seq, ...], *, reason: str | None) -> None:
    axis = course.axis
    undone = [each for each in axis.retractions if not set(claims).isdisjoint(each.claims)]
    stint = axis.timeline.of(claims[0])
    back = put_back(axis, [each.consequences for each in undone])
    event = ClaimReinstated(
        fact=stint.fact,
        claims=claims,
        status=_standing(stint, claims, back.restandings),
        put_back=back,
        reason=reason,
    )
    is_whole = len(undone) == 1 and set(undone[0].claims) == set(claims)
    last = Seq(undone[0].seq + undone[0].consequences.events) if is_whole else None
    bring_back(
        course, event, since=min((each.seq for each in undone), default=course.seq), last=last
    )


def _refusals(axis: Axis, found: Mapping[Seq, Tombstone | None]) -> Iterable[Refused]:
    """That tombstones refuse these claims: each fact is told once."""
    facts = {
        axis.timeline.of(claim).fact: tombstone
        for claim, tombstone in found.items()
        if tombstone is not None
    }
    return (
        refused(tombstone, act=Act.REINSTATEMENT, fact=fact) for fact, tombstone in facts.items()
    )


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
    """What refuses a claim, were it given back."""
    if not axis.tombstones:
        return None
    claim, stint = axis.claims[seq], axis.timeline.of(seq)
    claims = {**axis.claims, seq: replace(claim, retracted=False)}
    rises = replace(axis, claims=claims).timeline.of(seq)
    stands = stint if stint.is_visible else None
    asked = asked_of(axis.tombstones, claim.stated, stands=stands, rises=rises)
    return refusing(asked, claim.refusal, claim.stated)
