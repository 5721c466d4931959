"""Ending a fact and correcting it: what its claims count as from there on."""

from dataclasses import replace

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import By, CorrectFact, EndFact, Valued
from domain.axes.events import Amendment, ClaimRefused, FactCorrected, FactEnded, Kind
from domain.axes.settling import Course
from domain.axes.standing import Claim
from domain.axes.stints import Stint
from domain.axes.tombstones import Tombstone, refusing
from domain.worldtime.bounds import can_hold
from domain.worldtime.stated import End, Start, Stated, Undated, end_bound, start_bound


def end(course: Course, stint: Stint, command: EndFact) -> Declined | None:
    """Let a fact end then, whatever its claims say of its end."""
    amended = _amendments(stint, end=command.end)
    if amended is None:
        return Declined.NEVER_HOLDS
    course.write(FactEnded(fact=stint.fact, amended=amended, reason=command.reason))
    course.settle()
    return None


def correct(course: Course, stint: Stint, command: CorrectFact, by: By) -> Declined | None:
    """Let a fact have another value, start or end, unless a tombstone refuses what it would be."""
    amended = _amendments(stint, value=command.value, start=command.start, end=command.end)
    if amended is None:
        return Declined.NEVER_HOLDS
    if not any(_changes(course.axis.claims[each.claim], each) for each in amended):
        return Declined.ALREADY_SO
    refused = _refusing(course.axis, amended[0], is_value=command.value is not None)
    if refused is not None:
        line = amended[0].line
        course.write(ClaimRefused(tombstone=refused.seq, line=line, token=by.token))
        return None
    course.write(FactCorrected(fact=stint.fact, amended=amended, reason=command.reason))
    course.settle()
    return None


def _changes(claim: Claim, amended: Amendment) -> bool:
    return (claim.line, claim.stated) != (amended.line, amended.stated)


def _refusing(axis: Axis, amended: Amendment, *, is_value: bool) -> Tombstone | None:
    # Another stint of a value that stands may be refused; of this one only the dates are new.
    kept = (each for each in axis.tombstones if is_value or each.kind is Kind.WRONG_DATES)
    return refusing(kept, amended.refusal, amended.stated)


def _amendments(
    stint: Stint,
    *,
    value: Valued | None = None,
    start: Start | None = None,
    end: End | None = None,
) -> tuple[Amendment, ...] | None:
    """What each claim of the fact counts as; None where it could then hold at no instant."""
    amended = tuple(_amended(stint, each, value, start, end) for each in stint.claims)
    first = next(each for each in amended if each.claim == _first(stint).seq)
    return amended if _can_hold(first.stated, _first(stint)) else None


def _first(stint: Stint) -> Claim:
    """The claim that gives the fact its place."""
    return next(each for each in stint.claims if each.place == stint.place)


def _amended(
    stint: Stint, claim: Claim, value: Valued | None, start: Start | None, end: End | None
) -> Amendment:
    stated = claim.stated
    if start is not None and _gives_way(stint, claim, start):
        stated = replace(stated, start=start)
    if end is not None:
        stated = replace(stated, end=end)
    if claim.seq != _first(stint).seq and not _can_hold(stated, claim):
        # A later claim of the row: what is left of it is that it was seen.
        stated = replace(stated, start=Undated(said=False))
    return Amendment(
        claim=claim.seq,
        line=claim.line if value is None else value.line,
        refusal=claim.refusal if value is None else value.refusal,
        stated=stated,
    )


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
