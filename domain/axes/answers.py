"""The answers to what is asked of an axis: a verdict on a claim, or why nothing was written."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from domain.events import DuelResolved, FactAsserted, Recorded, Refused
from domain.payloads import Act
from domain.words import Seq, Verdict


class Declined(StrEnum):
    """Why nothing is written."""

    UNKNOWN = "unknown"
    """No such fact, claim or wish is on this axis."""

    ALREADY_SO = "already_so"
    """It stands so already."""

    NEVER_HOLDS = "never_holds"
    """With these bounds it would hold at no instant."""

    NO_DATE = "no_date"
    """To close a fact takes a date."""

    NOT_WAITING = "not_waiting"
    """The fact neither waits for a person nor is in contest."""

    ONLY_YES_OR_NO = "only_yes_or_no"
    """A wish is confirmed or rejected, and nothing else."""


def verdict_on(claim: Seq, recorded: Sequence[Recorded]) -> Verdict:
    """The verdict on a claim, read off the events of its command: the last decision on its fact.

    `claim` is the seq of the event that says it, or that it was refused. What other claims of the
    same command brought about counts for them.
    """
    events = [each.event for each in decided_of(claim, recorded)]
    if any(isinstance(each, Refused) for each in events):
        return Verdict.REFUSED
    resolved = [each for each in events if isinstance(each, DuelResolved) and claim in each.claims]
    if resolved:
        return resolved[-1].verdict
    confirms = any(isinstance(each, FactAsserted) and each.confirms for each in events)
    return Verdict.CONFIRMED if confirms else Verdict.RECORDED


def decided_of(claim: Seq, recorded: Sequence[Recorded]) -> Iterator[Recorded]:
    """The event at this seq, which says a claim or refuses it, and those that follow from it."""
    for each in recorded:
        if each.seq > claim and _begins(each):
            return
        if each.seq >= claim:
            yield each


def _begins(recorded: Recorded) -> bool:
    event = recorded.event
    return isinstance(event, FactAsserted) or (
        isinstance(event, Refused) and event.act is Act.CLAIM
    )
