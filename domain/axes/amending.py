"""Ending a fact and correcting it: what its claims count as from there on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import CorrectFact, EndFact
from domain.axes.settling import Course
from domain.axes.standing import Claim, amended
from domain.axes.stints import Stint
from domain.axes.tombstones import Tombstone, asked_of, refused, refusing
from domain.events import FactCorrected, FactEnded
from domain.payloads import Act, Amended, Correction, Restated
from domain.words import Seq
from domain.worldtime.bounds import can_hold
from domain.worldtime.stated import Start, Stated, end_bound, start_bound


def end(course: Course, stint: Stint, command: EndFact) -> Declined | None:
    """Let a fact end then, whatever its claims say of its end, unless a tombstone refuses that."""
    correction = Correction(end=command.end)
    found = _amendments(course, stint, correction)
    if not found.can_hold:
        return Declined.NEVER_HOLDS
    if _is_refused(course, stint, found):
        return None
    course.write(
        FactEnded(
            fact=stint.fact,
            status=stint.status,
            amended=found.amended,
            correction=correction,
            reason=command.reason,
        )
    )
    course.settle()
    return None


def correct(course: Course, stint: Stint, command: CorrectFact) -> Declined | None:
    """Let a fact have another value, start or end, unless a tombstone refuses what it would be."""
    correction = Correction(
        subject=command.subject, object=command.object, start=command.start, end=command.end
    )
    found = _amendments(course, stint, correction)
    if not found.can_hold:
        return Declined.NEVER_HOLDS
    if all(_is_as_it_was(course.axis.claims[each.seq], each) for each in found.claims):
        return Declined.ALREADY_SO
    if _is_refused(course, stint, found):
        return None
    course.write(
        FactCorrected(
            fact=stint.fact,
            status=stint.status,
            amended=found.amended,
            correction=correction,
            reason=command.reason,
        )
    )
    course.settle()
    return None


def _is_as_it_was(before: Claim, after: Claim) -> bool:
    return (before.words, before.stated) == (after.words, after.stated)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Amendments:
    """What a correction makes of each claim of a fact; `can_hold`: at some instant, still."""

    amended: tuple[Amended, ...]
    claims: tuple[Claim, ...]
    can_hold: bool


def _amendments(course: Course, stint: Stint, correction: Correction) -> _Amendments:
    seq = Seq(course.seq + 1)
    found = tuple(_amended(stint, each, correction) for each in stint.claims)
    claims = tuple(
        amended(claim, each, correction, seq=seq, mode=course.mode)
        for claim, each in zip(stint.claims, found, strict=True)
    )
    first = _first(stint)
    stated = next(each.stated for each in claims if each.seq == first.seq)
    return _Amendments(amended=found, claims=claims, can_hold=_can_hold(stated, first))


def _is_refused(course: Course, stint: Stint, found: _Amendments) -> bool:
    """Write that a tombstone refuses what the fact would be, if one does."""
    tombstone = _refusing(course.axis, stint, found.claims)
    if tombstone is None:
        return False
    course.write(refused(tombstone, act=Act.CORRECTION, fact=stint.fact))
    return True


def _refusing(axis: Axis, stint: Stint, amended: Sequence[Claim]) -> Tombstone | None:
    """What refuses a fact with these claims: its value where that is new, or its new stretch."""
    changed = [each for each in amended if not _is_as_it_was(axis.claims[each.seq], each)]
    if not axis.tombstones or not changed:
        return None
    claims = {**axis.claims, **{each.seq: each for each in amended}}
    rises = replace(axis, claims=claims).timeline.of(changed[0].seq)
    is_value = changed[0].refusal != axis.claims[changed[0].seq].refusal
    found = (
        refusing(
            asked_of(axis.tombstones, each.stated, stands=None if is_value else stint, rises=rises),
            each.refusal,
            each.stated,
        )
        for each in changed
    )
    return next((each for each in found if each is not None), None)


def _first(stint: Stint) -> Claim:
    """The claim that gives the fact its place."""
    return next(each for each in stint.claims if each.place == stint.place)


def _amended(stint: Stint, claim: Claim, correction: Correction) -> Amended:
    start = correction.start
    is_moved = start is not None and _gives_way(stint, claim, start)
    found = Amended(
        claim=claim.seq,
        value=correction.subject is not None or correction.object is not None,
        start=Restated.CORRECTED if is_moved else Restated.KEPT,
        end=correction.end is not None,
    )
    stated = Stated(
        start=start if is_moved and start is not None else claim.stated.start,
        end=correction.end or claim.stated.end,
    )
    if claim.seq != _first(stint).seq and not _can_hold(stated, claim):
        # A later claim of the row: what is left of it is that it was seen.
        return replace(found, start=Restated.DROPPED)
    return found


def _gives_way(stint: Stint, claim: Claim, start: Start) -> bool:
    """Whether a corrected start stands in for what the claim has for one.

    What was only seen, later than that, was seen all the same.
    """
    if not claim.is_undated or claim.place == stint.place:
        return True
    return claim.observed_at < start_bound(start, observed_at=claim.observed_at).latest


def _can_hold(stated: Stated, claim: Claim) -> bool:
    start = start_bound(stated.start, observed_at=claim.observed_at)
    return can_hold(start, end_bound(stated.end, start=start))
