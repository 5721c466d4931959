"""What the reader answers with: rows in the domain's types, not yet in the words of any face."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from domain.events import Quote, Said
from domain.values import Value
from domain.words import ActorKind, LedgerName, Seq, Status, TokenId

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class AsOf:
    """What an answer was true of: world time, record time, and the position of the head it saw."""

    valid_at: datetime
    known_at: Seq
    seq: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class Page(Generic[T]):
    """Some rows in order; `next` is the key to ask after for more, None where there are none."""

    rows: tuple[T, ...]
    next: str | None
    as_of: AsOf | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered(Generic[T]):
    """One row, and what it was true of."""

    row: T
    as_of: AsOf


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerView:
    """Where a ledger stands: its head and how many facts there are of each status that any has."""

    ledger: LedgerName
    seq: Seq
    leaf_hash: bytes
    recorded_at: datetime
    counts: Mapping[Status, int]
    as_of: AsOf


@dataclass(frozen=True, kw_only=True, slots=True)
class FactView:
    """A fact as it stands, with its support."""

    fact: Seq
    status: Status
    subject: str
    predicate: str
    object: Value
    claims: int
    sources: tuple[str, ...]
    observed_at: datetime
    recorded_at: datetime
    last_seq: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimView:
    """One claim: who made it, when, and what it said; None for what was erased."""

    seq: Seq
    recorded_at: datetime
    token: TokenId
    kind: ActorKind
    said: Said | None
    quotes: tuple[Quote | None, ...]
    derived_from: tuple[Seq, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class FactQuestion:
    """Which facts are asked for; texts are matched by identity key, None asks for any."""

    statuses: tuple[Status, ...]
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    source: str | None = None
