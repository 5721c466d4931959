"""What can happen on an axis: payloads with every number that went into them, in the past tense.

To fold one needs no second decision. Their stored shapes are told elsewhere.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from domain.axes.standing import Ruling
from domain.duels.duel import Judgement, Relation
from domain.duels.evidence import Report
from domain.duels.voices import Voice, VoiceId
from domain.keys import LineKey
from domain.predicates import Declaration
from domain.words import ActorKind, Seq, Status, TokenId, Verdict
from domain.worldtime.stated import Stated


class Kind(StrEnum):
    """What was wrong with a fact that is invalidated."""

    FALSE = "false"
    WRONG_DATES = "wrong_dates"
    WRONG_ENTITY = "wrong_entity"
    NOT_WORTH_KEEPING = "not_worth_keeping"


class Wish(StrEnum):
    """What an agent asked for that a person must decide."""

    END = "end"
    CORRECT = "correct"
    INVALIDATE = "invalidate"
    REPORT_FAILURE = "report_failure"


class Resolution(StrEnum):
    """What a person decided of a fact that waited."""

    CONFIRM = "confirm"
    REJECT = "reject"
    KEEP_BOTH = "keep_both"
    CLOSE = "close"


@dataclass(frozen=True, kw_only=True, slots=True)
class Restanding:
    """Where a claim stood and where it came to stand."""

    claim: Seq
    before: Status
    after: Status


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequences:
    """What followed from taking something away, which the decisions after it tell one by one.

    `given_up` and `given` are the rulings that it ended and brought about, `events` how many
    decisions there were.
    """

    restandings: tuple[Restanding, ...] = ()
    given_up: tuple[Ruling, ...] = ()
    given: tuple[Ruling, ...] = ()
    events: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class PutBack:
    """What is as it was again, since nothing else has changed it."""

    restandings: tuple[Restanding, ...]
    given_up: tuple[Ruling, ...]
    given: tuple[Ruling, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Beat:
    """That a value which was active lost, when it did, and who had said it until then."""

    line: LineKey
    at: datetime
    voices: tuple[VoiceId, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fight:
    """One fight of a newcomer with these claims of a rival, and what became of the two.

    The judgement is of this fight alone; `verdict` is the one that stands.
    """

    rival: Seq
    claims: tuple[Seq, ...]
    relation: Relation
    judgement: Judgement
    verdict: Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimMade:
    """Someone said a value: a claim that opened a fact or joined those in `joined`.

    `stated` is what counts: an override of an equal claim is taken over, and an end that only a
    person may decide is left out. Where it awaits a decision, that is the next event.
    """

    line: LineKey
    refusal: bytes
    stated: Stated
    said_line: LineKey
    said: Stated
    voice: Voice
    observed_at: datetime
    echo: bool
    status: Status
    confirms: bool
    joined: tuple[Seq, ...]
    amended: Seq | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimRefused:
    """Someone tried to say what is refused: counted at the tombstone, and nothing else changes."""

    tombstone: Seq
    line: LineKey
    token: TokenId


@dataclass(frozen=True, kw_only=True, slots=True)
class DuelResolved:
    """A fact was decided as a newcomer, against each rival it fought."""

    newcomer: Seq
    claims: tuple[Seq, ...]
    verdict: Verdict
    status: Status
    trades_places: bool
    fights: tuple[Fight, ...]
    beats: tuple[Beat, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Invalidated:
    """A fact was struck out and its value is refused from here on."""

    fact: Seq
    claims: tuple[Seq, ...]
    kind: Kind
    refusals: tuple[bytes, ...]
    stated: tuple[Stated, ...]
    restandings: tuple[Restanding, ...]
    consequences: Consequences
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """An invalidation was undone: its tombstone is lifted, and its claims stand as before."""

    tombstone: Seq
    claims: tuple[Seq, ...]
    put_back: PutBack
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimRetracted:
    """Claims were taken back: they name their facts, and count for nothing else."""

    claims: tuple[Seq, ...]
    consequences: Consequences
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimReinstated:
    """Claims that were taken back count again, and what had followed is put back."""

    claims: tuple[Seq, ...]
    put_back: PutBack
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Amendment:
    """What counts of a claim from here on, in place of what it said."""

    claim: Seq
    line: LineKey
    refusal: bytes
    stated: Stated


@dataclass(frozen=True, kw_only=True, slots=True)
class FactEnded:
    """The world changed: a fact held until then."""

    fact: Seq
    amended: tuple[Amendment, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FactCorrected:
    """We were wrong: a fact's value, subject, start or end is another."""

    fact: Seq
    amended: tuple[Amendment, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeReported:
    """Someone reported how a fact turned out."""

    fact: Seq
    report: Report


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewRequested:
    """An agent asked for what a person must decide; nothing else changes."""

    fact: Seq
    wish: Wish
    token: TokenId
    kind: ActorKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """What a person made of a fact beside these claims of a rival: contested means both stay."""

    claims: tuple[Seq, ...]
    verdict: Verdict
    trims: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewDecided:
    """A person decided of a fact that waited; what follows for others are the next events.

    `confirmed` are its claims where it was confirmed.
    """

    fact: Seq
    resolution: Resolution
    claims: tuple[Seq, ...]
    status: Status
    settled: tuple[Settled, ...]
    confirmed: tuple[Seq, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PredicateDeclared:
    """What the predicate is from here on, for all its history too."""

    declaration: Declaration


Decided = ClaimMade | DuelResolved | ReviewDecided
"""What puts claims and facts where they stand."""

Undone = Invalidated | Restored | ClaimRetracted | ClaimReinstated
"""What takes facts or claims out of account, and puts them back."""

Told = FactEnded | FactCorrected | OutcomeReported | PredicateDeclared
"""What is told of facts that stand."""

Turned = ClaimRefused | ReviewRequested
"""What was tried in vain, or is for a person to decide: nothing stands elsewhere for it."""

AxisEvent = Decided | Undone | Told | Turned
"""The closed union of what can happen on an axis."""
