"""The decision: what becomes of a command, in the order in which it is told."""

from dataclasses import dataclass
from typing import Final, assert_never

from domain.axes.answers import Declined as DeclinedOnAxis
from domain.axes.axis import Axis
from domain.events import Event, Refused
from domain.refusals import Refusal
from domain.words import Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class Decided:
    """The command's events, in order; never empty."""

    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Declined:
    """The input does not fit what is known, and nothing is written: each reason names its field."""

    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Unknown:
    """What the command names does not exist, and nothing is written."""

    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Forestalled:
    """What is there already forbids the command, and nothing is written."""

    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """The axis has changed since the position that was named, and nothing is written."""

    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Barred:
    """It is not the actor's to decide, and nothing is written."""

    detail: str


Undecided = Declined | Unknown | Forestalled | Changed | Barred
"""Why nothing is written."""

Decision = Decided | Undecided

NOT_OPENED: Final = Forestalled(detail="this ledger has not been opened")

NO_SUCH_FACT: Final = Unknown(detail="there is no such fact in this ledger")


def unless_changed(decision: Decision, axis: Axis, seq: Seq | None) -> Decision:
    """The decision on an axis, if nothing has changed there after the position that was named.

    What a tombstone refuses is refused all the same, so that every try is counted.
    """
    changed = changed_since(axis, seq)
    if changed is None or (
        isinstance(decision, Decided) and isinstance(decision.events[0], Refused)
    ):
        return decision
    return changed


def changed_since(axis: Axis, seq: Seq | None) -> Changed | None:
    """That an axis has changed after a position, if it has and one was named."""
    if seq is None or axis.changed <= seq:
        return None
    return Changed(detail=f"the axis has changed since {seq}: event {axis.changed} did")


def declined(why: DeclinedOnAxis) -> Undecided:
    """Why nothing is written of what an axis was asked."""
    match why:
        case DeclinedOnAxis.UNKNOWN:
            return NO_SUCH_FACT
        case DeclinedOnAxis.ALREADY_SO:
            return Forestalled(detail="it stands so already")
        case DeclinedOnAxis.NOT_WAITING:
            return Forestalled(detail="it neither waits for a person nor is in contest")
        case DeclinedOnAxis.NEVER_HOLDS:
            detail = "with these dates the fact would hold at no instant: correct one of them"
            return _refused("never_holds", "valid_to", detail)
        case DeclinedOnAxis.NO_DATE:
            return NO_DATE
        case DeclinedOnAxis.ONLY_YES_OR_NO:
            detail = "what an agent wished for is confirmed or rejected: choose one of the two"
            return _refused("only_yes_or_no", "decision", detail)
        case _:
            assert_never(why)


def _refused(code: str, field: str, detail: str) -> Declined:
    return Declined(refusals=(Refusal(code=code, field=field, detail=detail),))


NO_DATE: Final = _refused("missing", "valid_to", "to close a fact takes the date when it ended")
