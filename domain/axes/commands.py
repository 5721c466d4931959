"""What can be asked of an axis, and by whom: verbs whose dates are resolved, not yet decided."""

from dataclasses import dataclass
from datetime import datetime

from domain.duels.signals import Signal
from domain.events import Quote, Said, Warned
from domain.payloads import Kind, Resolution
from domain.values import Value
from domain.words import ActorKind, Seq, TokenId
from domain.worldtime.stated import End, Start


@dataclass(frozen=True, kw_only=True, slots=True)
class By:
    """Who asks."""

    token: TokenId
    kind: ActorKind


@dataclass(frozen=True, kw_only=True, slots=True)
class MakeClaim:
    """Say a value, in the voice of `said.source` if that was `named`, else in one's own.

    `shown_at` is when that voice had been shown the value, which makes it an echo.
    """

    said: Said
    quotes: tuple[Quote, ...] = ()
    derived_from: tuple[Seq, ...] = ()
    warned: tuple[Warned, ...] = ()
    named: bool = False
    shown_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Invalidate:
    """Strike a fact out and refuse its value."""

    fact: Seq
    kind: Kind
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Restore:
    """Undo the invalidation of a fact."""

    fact: Seq
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Retract:
    """Take claims back: one, or those of a source."""

    claims: tuple[Seq, ...]
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Reinstate:
    """Let claims count again that were taken back."""

    claims: tuple[Seq, ...]
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class EndFact:
    """Tell that the world changed: a fact held until then."""

    fact: Seq
    end: End
    reason: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectFact:
    """Tell that we were wrong; what is None stays as it is."""

    fact: Seq
    reason: str | None
    subject: str | None = None
    object: Value | None = None
    start: Start | None = None
    end: End | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportOutcome:
    """Report how a fact turned out, as known from `source` if that is not who reports."""

    fact: Seq
    signal: Signal
    success: bool
    source: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DecideReview:
    """Decide, as a person, of a fact that waits, or of a wish, which its event names.

    To close a fact at a date takes `end`.
    """

    item: Seq
    resolution: Resolution
    reason: str | None
    end: End | None = None


OnFact = Invalidate | EndFact | CorrectFact | ReportOutcome
"""What is asked of one fact that stands; of an agent, it may be for a person to decide."""

AxisCommand = MakeClaim | Restore | Retract | Reinstate | DecideReview | OnFact
"""The closed union of what can be asked of an axis."""
