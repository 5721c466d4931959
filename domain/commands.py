"""What can be asked of a ledger: verbs, already in the domain's types, not yet decided.

Dates of world time come as they were written: what they mean depends on the ledger's zone, and they
are resolved once, in the decision.
"""

from dataclasses import dataclass, field
from datetime import datetime

from domain.duels.signals import Signal
from domain.events import ForeignContent, Quote
from domain.identity import IdentityMode
from domain.payloads import Kind, Resolution
from domain.predicates import Declaration
from domain.values import Value
from domain.words import Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenLedger:
    """Begin a chain under these rules of identity and time."""

    time_zone: str
    identity: IdentityMode
    flip_back_hours: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Dates:
    """A start and an end as they were written; None was not given."""

    valid: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    valid_through: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AssertFact:
    """Say a fact. A missing source is the actor; a missing `observed_at` is the time of writing.

    With `unchanged_since` it is said only if nothing has changed on its axis after that position.
    """

    subject: str
    predicate: str
    object: Value
    qualifiers: tuple[tuple[str, str], ...] = ()
    source: str | None = None
    session: str | None = None
    dates: Dates = field(default_factory=Dates)
    observed_at: datetime | None = None
    observed_text: str | None = None
    evidence: tuple[Quote, ...] = ()
    derived_from: tuple[Seq, ...] = ()
    unchanged_since: Seq | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AssertAll:
    """Say several facts as one act, decided in order: all of them are written, or none is."""

    claims: tuple[AssertFact, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DeclarePredicate:
    """Say what a predicate is, for all its history."""

    predicate: str
    declaration: Declaration


@dataclass(frozen=True, kw_only=True, slots=True)
class Invalidate:
    """Strike a fact out and refuse its value."""

    fact: Seq
    kind: Kind
    reason: str
    unchanged_since: Seq | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Restore:
    """Undo the invalidation of a fact."""

    fact: Seq
    reason: str
    unchanged_since: Seq | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class EndFact:
    """Tell that the world changed: a fact held until then."""

    fact: Seq
    valid_to: str
    reason: str | None = None
    unchanged_since: Seq | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectFact:
    """Tell that we were wrong; what is None stays as it is. An end of ".." opens the fact again."""

    fact: Seq
    reason: str
    subject: str | None = None
    object: Value | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    unchanged_since: Seq | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportOutcome:
    """Report how a fact turned out; `source` is who it is known from, if not the actor."""

    fact: Seq
    signal: Signal
    success: bool
    source: str | None = None
    unchanged_since: Seq | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RetractClaim:
    """Take one claim back."""

    claim: Seq
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReinstateClaim:
    """Let one claim count again that was taken back."""

    claim: Seq
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RetractSource:
    """Take back every claim of a source."""

    source: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReinstateSource:
    """Let every claim of a source count again that was taken back."""

    source: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DecideReview:
    """Decide, as a person, of what waits: a fact, by its id, or a wish, by the seq of its event.

    To close a fact at a date takes `valid_to`.
    """

    item: Seq
    resolution: Resolution
    reason: str
    valid_to: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeignQuery:
    """Events that match any of the items: one of its types (or any), and all of its tags."""

    items: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    after: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordForeign:
    """Keep another program's events, unless events match `unless`."""

    contents: tuple[ForeignContent, ...]
    unless: ForeignQuery | None = None


OnFact = Invalidate | Restore | EndFact | CorrectFact | ReportOutcome
"""What is asked of one fact."""

OnClaims = RetractClaim | ReinstateClaim | RetractSource | ReinstateSource
"""What is asked of claims, whatever fact they carry."""

Command = (
    OpenLedger
    | AssertFact
    | AssertAll
    | DeclarePredicate
    | OnFact
    | OnClaims
    | DecideReview
    | RecordForeign
)
"""The closed union of what can be decided."""
