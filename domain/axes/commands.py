"""What can be asked of an axis, and by whom: verbs, not yet decided."""

from dataclasses import dataclass
from datetime import datetime

from domain.axes.events import Kind, Resolution
from domain.duels.signals import Signal
from domain.duels.voices import Voice
from domain.keys import LineKey
from domain.predicates import Declaration
from domain.words import ActorKind, Seq, TokenId
from domain.worldtime.stated import End, Start, Stated, Until


@dataclass(frozen=True, kw_only=True, slots=True)
class By:
    """Who asks, and in whose voice."""

    token: TokenId
    kind: ActorKind
    voice: Voice


@dataclass(frozen=True, kw_only=True, slots=True)
class Valued:
    """A value of a subject's predicate: its line, and the refusal key that tombstones know."""

    line: LineKey
    refusal: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class MakeClaim:
    """Say a value. `echo`: who says it had been shown it."""

    value: Valued
    stated: Stated
    observed_at: datetime
    echo: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Invalidate:
    """Strike a fact out and refuse its value."""

    fact: Seq
    kind: Kind
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Restore:
    """Undo the invalidation of a fact."""

    fact: Seq
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Retract:
    """Take claims back: one, or those of a source."""

    claims: tuple[Seq, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Reinstate:
    """Let claims count again that were taken back."""

    claims: tuple[Seq, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EndFact:
    """Tell that the world changed: a fact held until then."""

    fact: Seq
    end: Until
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectFact:
    """Tell that we were wrong; what is None stays as it is."""

    fact: Seq
    reason: str
    value: Valued | None = None
    start: Start | None = None
    end: End | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportOutcome:
    """Report how a fact turned out."""

    fact: Seq
    signal: Signal
    success: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DecideReview:
    """Decide, as a person, of a fact that waits; to close one at a date takes `end`."""

    fact: Seq
    resolution: Resolution
    reason: str
    end: Until | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Declare:
    """Say what the predicate is, for all its history."""

    declaration: Declaration


OnFact = Invalidate | EndFact | CorrectFact | ReportOutcome | DecideReview
"""What is asked of one fact that stands."""

AxisCommand = MakeClaim | Declare | Restore | Retract | Reinstate | OnFact
"""The closed union of what can be asked of an axis."""
