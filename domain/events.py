"""Everything that can be appended: the closed union of events, in the past tense.

An event's payload is what the decision says. Where and when it was appended, by whom and as part of
which command is its frame, the same for all; together they are a `Recorded`. What people said
or wrote lies in parts, which can be erased: a payload then holds None in their place. Payloads hold
no key: what an event does on its axis is resolved from the claims that it names.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from domain.duels.signals import Signal
from domain.identity import IdentityMode
from domain.payloads import (
    Act,
    Amended,
    Asked,
    Beaten,
    Consequences,
    Correction,
    Fight,
    Kind,
    PutBack,
    Resolution,
    Restanding,
    Settled,
    Wish,
)
from domain.predicates import Declaration
from domain.values import Value
from domain.words import ActorKind, CommandId, LedgerName, Seq, Status, TokenId, Verdict
from domain.worldtime.stated import Stated


class Warned(StrEnum):
    """What a claim's answer warned of, once."""

    SECOND_VALUE = "second_value"
    """The subject had one value of this undeclared predicate, and now has two."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """What one claim said, as given; dates and `observed_at` are resolved, texts kept with them."""

    subject: str
    predicate: str
    object: Value
    qualifiers: tuple[tuple[str, str], ...]
    source: str
    session: str | None
    stated: Stated
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
class PredicateDeclared:
    """What a predicate is from here on, for all its history; an agent only suggests it.

    `predicate` is as it was spelt, None once erased.
    """

    predicate: str | None
    declaration: Declaration
    suggested: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class FactAsserted:
    """Someone said a fact: a claim that opened the fact of its own seq or joined an earlier one.

    `joined` are the facts it became part of (several where it lies between two), `status` where it
    stands until what follows decides otherwise, `confirms` whether it joined an active fact.
    `like` is the claim whose standing override it takes over, since it says the same again;
    `withheld` whether its stated end awaits a person; `named` whether a source was named, which
    is the actor otherwise; `shown_at` when its voice had been shown the value: then it is an echo.
    """

    fact: Seq
    said: Said | None
    quotes: tuple[Quote | None, ...]
    derived_from: tuple[Seq, ...]
    warned: tuple[Warned, ...]
    joined: tuple[Seq, ...]
    status: Status
    confirms: bool
    like: Seq | None
    withheld: bool
    named: bool
    shown_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """Someone tried to bring back what a tombstone refuses: counted there, and that is all.

    `struck` is the fact that was struck out, `fact` the one that the act was on, None for a claim.
    `said` is what was claimed, None for other acts and once erased.
    """

    tombstone: Seq
    struck: Seq
    act: Act
    fact: Seq | None
    said: Said | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DuelResolved:
    """A fact was decided as a newcomer, against each rival it fought, and stands from here on."""

    newcomer: Seq
    claims: tuple[Seq, ...]
    verdict: Verdict
    status: Status
    trades_places: bool
    fights: tuple[Fight, ...]
    beaten: tuple[Beaten, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Quarantined(DuelResolved):
    """A fact was decided as a newcomer and is hidden from then on, until decided otherwise."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Invalidated:
    """A fact was struck out, and its value is refused from here on: a tombstone of this seq."""

    fact: Seq
    claims: tuple[Seq, ...]
    kind: Kind
    restandings: tuple[Restanding, ...]
    consequences: Consequences
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """An invalidation was undone: its tombstone is lifted, and its claims stand as before."""

    tombstone: Seq
    fact: Seq
    claims: tuple[Seq, ...]
    put_back: PutBack
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimRetracted:
    """Claims were taken back: they name their facts, and count for nothing else.

    `fact` is that of the first of them, and `status` where that stands without them, until what
    follows decides otherwise.
    """

    fact: Seq
    claims: tuple[Seq, ...]
    status: Status
    consequences: Consequences
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimReinstated:
    """Claims that were taken back count again, and what had followed is put back.

    `fact` and `status` are as for those that are taken back.
    """

    fact: Seq
    claims: tuple[Seq, ...]
    status: Status
    put_back: PutBack
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FactCorrected:
    """We were wrong: a fact's value, subject, start or end is another; `status` is as it was."""

    fact: Seq
    status: Status
    amended: tuple[Amended, ...]
    correction: Correction | None
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FactEnded:
    """The world changed: a fact held until then; `status` is as it was."""

    fact: Seq
    status: Status
    amended: tuple[Amended, ...]
    correction: Correction | None
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeReported:
    """Someone reported how a fact turned out; `source` is who they had it from, if they said.

    `status` is where the fact stood, until what follows decides otherwise.
    """

    fact: Seq
    status: Status
    signal: Signal
    success: bool
    named: bool
    source: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewRequested:
    """An agent asked for what a person must decide; nothing else changes.

    `repeats` is the event of the same wish of the same token, where that waits still: then there is
    nothing new to decide.
    """

    fact: Seq
    wish: Wish
    asked: Asked | None
    repeats: Seq | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Reviewed:
    """A person decided of what waited; what follows from it are the next events.

    `item` is the fact that waited or the event of the wish. `claims` come to stand at `status`, and
    are `confirmed` where they count as a person's word; none where other events carry it out.
    """

    item: Seq
    fact: Seq
    resolution: Resolution
    claims: tuple[Seq, ...]
    status: Status
    settled: tuple[Settled, ...]
    confirmed: tuple[Seq, ...]
    reason: str | None


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


AxisEvent = (
    FactAsserted
    | Refused
    | DuelResolved
    | Quarantined
    | Invalidated
    | Restored
    | ClaimRetracted
    | ClaimReinstated
    | FactCorrected
    | FactEnded
    | OutcomeReported
    | ReviewRequested
    | Reviewed
)
"""What happens to facts, on the axes of the claims that it names."""

Event = LedgerOpened | PredicateDeclared | AxisEvent | Foreign
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
