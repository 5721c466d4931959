"""What can be asked of a ledger: verbs, already in the domain's types, not yet decided."""

from dataclasses import dataclass
from datetime import datetime

from domain.events import ForeignContent, Quote
from domain.identity import IdentityMode
from domain.values import Value
from domain.words import Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenLedger:
    """Begin a chain under these rules of identity and time."""

    time_zone: str
    identity: IdentityMode
    flip_back_hours: int


@dataclass(frozen=True, kw_only=True, slots=True)
class AssertFact:
    """Say a fact. A missing source is the actor; a missing `observed_at` is the time of writing."""

    subject: str
    predicate: str
    object: Value
    qualifiers: tuple[tuple[str, str], ...] = ()
    source: str | None = None
    session: str | None = None
    observed_at: datetime | None = None
    observed_text: str | None = None
    evidence: tuple[Quote, ...] = ()
    derived_from: tuple[Seq, ...] = ()


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


@dataclass(frozen=True, kw_only=True, slots=True)
class AssertAll:
    """Say several facts as one act, decided in order: all of them are written, or none is."""

    claims: tuple[AssertFact, ...]


Command = OpenLedger | AssertFact | AssertAll | RecordForeign
"""The closed union of what can be decided."""
