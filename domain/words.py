"""The small words of the ledger: ids that are positions, kinds of actors, statuses and verdicts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType, assert_never

LedgerName = NewType("LedgerName", str)
"""The isolation boundary: `[a-z0-9][a-z0-9_-]{0,62}`."""

Seq = NewType("Seq", int)
"""A position in a ledger, from 1 without gaps; facts, claims and events are named by theirs."""

TokenId = NewType("TokenId", str)
"""The public name of a token; it says nothing about its secret."""

CommandId = NewType("CommandId", str)
"""32 hexadecimal digits that name a command once in its ledger."""


class ActorKind(StrEnum):
    """What kind of being writes; fixed by the token, never by the payload."""

    AGENT = "agent"
    HUMAN = "human"
    SYSTEM = "system"


class Status(StrEnum):
    """Where a fact stands at a record time."""

    ACTIVE = "active"
    CONTESTED = "contested"
    QUARANTINED = "quarantined"
    DISPLACED = "displaced"
    INVALIDATED = "invalidated"
    UNSUPPORTED = "unsupported"
    ERASED = "erased"


def is_visible(status: Status) -> bool:
    """Whether a fact of this status is shown to who asks what holds; the one place that knows."""
    match status:
        case Status.ACTIVE | Status.CONTESTED:
            return True
        case (
            Status.QUARANTINED
            | Status.DISPLACED
            | Status.INVALIDATED
            | Status.UNSUPPORTED
            | Status.ERASED
        ):
            return False
        case _:
            assert_never(status)


VISIBLE: Final = tuple(status for status in Status if is_visible(status))
"""The statuses that `is_visible` admits, for readers that filter in SQL."""


class Verdict(StrEnum):
    """What the ledger answered to a claim, in order of precedence."""

    REFUSED = "refused"
    CONFIRMED = "confirmed"
    QUARANTINED = "quarantined"
    CONTESTED = "contested"
    DISPLACES = "displaces"
    SUPERSEDES = "supersedes"
    RECORDED = "recorded"


@dataclass(frozen=True, kw_only=True, slots=True)
class Actor:
    """Who is writing, as the token says; `name` is what the claims' default source is."""

    token: TokenId
    name: str
    kind: ActorKind
