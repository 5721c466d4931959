"""Everything that can be appended: the closed union of events, in the past tense.

An event's payload is what the decision says. Where and when it was appended, by whom and as part of
which command is its frame, the same for all; together they are a `Recorded`. What people said
or wrote lies in parts, which can be erased: a payload then holds None in their place.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from domain.identity import IdentityMode
from domain.values import Value
from domain.words import ActorKind, CommandId, LedgerName, Seq, TokenId


class Warned(StrEnum):
    """What a claim's answer warned of, once."""

    SECOND_VALUE = "second_value"
    """The subject had one value of this undeclared predicate, and now has two."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """What one claim said, as given; `observed_at` is resolved, `observed_text` as given."""

    subject: str
    predicate: str
    object: Value
    qualifiers: tuple[tuple[str, str], ...]
    source: str
    session: str | None
    observed_at: datetime
    observed_text: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """One piece of evidence: words quoted, where they stand, or both."""

    quote: str | None
    uri: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerOpened:
    """The first event of a chain: from here on the ledger exists, under these rules."""

    time_zone: str
    identity: IdentityMode
    identity_version: int
    flip_back_hours: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FactAsserted:
    """Someone said a fact: a claim that opened the fact of its own seq or joined an earlier one."""

    fact: Seq
    said: Said | None
    quotes: tuple[Quote | None, ...]
    derived_from: tuple[Seq, ...]
    warned: tuple[Warned, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeignContent:
    """What another program keeps beside the facts; the ledger reads nothing into it."""

    type: str
    tags: tuple[str, ...]
    data: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Foreign:
    """Another program's event, kept in the chain by the recorder's port; no fact follows."""

    content: ForeignContent | None


Event = LedgerOpened | FactAsserted | Foreign
"""What a decision may append. A stored type never changes shape; a new shape is a new version."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandFrame:
    """Which command an event belongs to: the i-th of n; no answer shows less than all n."""

    id: CommandId
    i: int
    n: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """An event in its place: its ledger, position, instant, writer and command."""

    ledger: LedgerName
    seq: Seq
    recorded_at: datetime
    token: TokenId
    kind: ActorKind
    command: CommandFrame
    event: Event
