"""The answers to what is asked of an axis: a verdict on a claim, or why nothing was written."""

from collections.abc import Sequence
from enum import StrEnum

from domain.axes.events import AxisEvent, ClaimMade, ClaimRefused, DuelResolved
from domain.words import Seq, Verdict


class Declined(StrEnum):
    """Why nothing is written."""

    UNKNOWN = "unknown"
    """No such fact or claim stands on this axis."""

    ALREADY_SO = "already_so"
    """It stands so already."""

    NEVER_HOLDS = "never_holds"
    """With these bounds it would hold at no instant."""

    NO_DATE = "no_date"
    """To close a fact takes a date."""


def verdict_on(claim: Seq, events: Sequence[AxisEvent]) -> Verdict:
    """The verdict on a claim, read off the events of its command: the last decision on its fact."""
    if any(isinstance(each, ClaimRefused) for each in events):
        return Verdict.REFUSED
    decided = [each for each in events if isinstance(each, DuelResolved) and claim in each.claims]
    if decided:
        return decided[-1].verdict
    confirms = any(isinstance(each, ClaimMade) and each.confirms for each in events)
    return Verdict.CONFIRMED if confirms else Verdict.RECORDED
