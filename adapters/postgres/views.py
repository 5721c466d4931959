"""What the reader is asked and answers with: the domain's types, not the words of any face."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from typing import Final, Generic, TypeVar

from domain.changes import Turn
from domain.events import AxisEvent, Quote, Recorded, Said
from domain.keys import LineKey
from domain.payloads import Asked, Kind
from domain.predicates import Declaration
from domain.values import Value
from domain.words import ActorKind, LedgerName, Seq, Status, TokenId
from domain.worldtime.bounds import Certainty

T = TypeVar("T")

Document = Mapping[str, object]
"""JSON as it is stored in a read table and answered."""

KnownAt = Seq | datetime
"""A record time: a position, or an instant, which is that of the last command by then."""

Pair = tuple[int, int]
"""The key of a list that is ordered by two numbers; in `Page.next`, with a colon between them."""

BEGINNING: Final[Pair] = (0, -1)
"""What such a list is asked for after to be told from its beginning."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Day:
    """A day of the ledger's zone, which stands for its first instant."""

    day: date


class Whenever(Enum):
    """In place of an instant: whatever holds at any."""

    ANY = "any"


ValidAt = datetime | Day | Whenever
"""A world time, or that none is asked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class When:
    """As of which times a question is; None is left to the defaults.

    `known_at` is then the head, and `valid_at` the instant of `known_at` if that was given, else
    now; a history is of every world time then. The reader raises Invalid, naming the field, for a
    `known_at` that lies in the future.
    """

    valid_at: ValidAt | None = None
    known_at: KnownAt | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FactQuestion:
    """Which facts are asked for; texts are matched by identity key, None asks for any."""

    statuses: tuple[Status, ...]
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    source: str | None = None
    certainty: Certainty | None = None
    when: When = field(default_factory=When)


@dataclass(frozen=True, kw_only=True, slots=True)
class TimelineQuestion:
    """Which timeline: of a subject's predicate, as it was known then."""

    subject: str
    predicate: str
    known_at: KnownAt | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeQuestion:
    """Which changes: after `since` (the beginning), up to and with `until` (the head).

    With `valid_at`, only what changed the belief about that instant.
    """

    since: KnownAt | None = None
    until: KnownAt | None = None
    valid_at: datetime | Day | None = None
    subject: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AsOf:
    """What an answer was true of: world time, record time, and the position of the head it saw.

    `valid_at` is None where no world time was asked for; `known_at` is 0 before the first event.
    """

    valid_at: datetime | None
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
class RecordedSpan:
    """Since and until which command the ledger has it so; None is that it still has."""

    from_seq: Seq
    from_at: datetime
    to_seq: Seq | None
    to_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FactView:
    """A version of a fact, with its support.

    `certainty` is how surely it holds at the world time that was asked for, were it visible; None
    where it does not, or where none was asked for. `valid` is what answers call so.
    """

    fact: Seq
    key: LineKey
    subject: str
    predicate: str
    object: Value
    status: Status
    contested: bool
    rivals: tuple[Seq, ...]
    certainty: Certainty | None
    valid: Document
    recorded: RecordedSpan
    sources: tuple[str, ...]
    claims: int
    strength: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """A stretch of world time in which a fact holds, as surely throughout; None goes on."""

    start: datetime
    end: datetime | None
    certainty: Certainty


@dataclass(frozen=True, kw_only=True, slots=True)
class RectangleView:
    """One stretch of one version of a fact: a rectangle in world time and record time.

    `holds` is None where the version holds at no instant. Keyed by `from_seq` and the place of the
    stretch among those of the version, from 0.
    """

    fact: Seq
    subject: str
    predicate: str
    object: Value
    status: Status
    contested: bool
    holds: Span | None
    recorded: RecordedSpan


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimView:
    """One claim: who made it, when, and what it said; None for what was erased.

    `echo` is whether its voice had been shown the value.
    """

    seq: Seq
    recorded_at: datetime
    token: TokenId
    kind: ActorKind
    said: Said | None
    quotes: tuple[Quote | None, ...]
    derived_from: tuple[Seq, ...]
    echo: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DecisionView:
    """An event other than a claim that decided or told something of a fact, and its place."""

    recorded: Recorded
    event: AxisEvent


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A fact, and a page of its claims and decisions, which are paged together by their seqs."""

    fact: FactView
    claims: tuple[ClaimView, ...]
    decisions: tuple[DecisionView, ...]
    next: str | None
    as_of: AsOf


@dataclass(frozen=True, kw_only=True, slots=True)
class IntervalView:
    """One stretch of a timeline, in which a visible fact holds.

    Keyed by its start, in microseconds from the first instant that is kept, and the fact.
    """

    fact: FactView
    holds: Span


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeView:
    """What a command changed of a fact: None before it came to be, and once it is gone.

    `seq` is the command's last event, `events` are those that caused it. Keyed by `seq` and the
    fact.
    """

    change: Turn
    fact: Seq
    seq: Seq
    at: datetime
    events: tuple[Seq, ...]
    before: FactView | None
    after: FactView | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ConflictView:
    """Two visible facts in contest, and the decision that left them so; keyed by both facts."""

    newcomer: FactView
    incumbent: FactView
    decided: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class TombstoneView:
    """The standing refusal of a value, with how often it was tried and by whom; keyed by `seq`."""

    seq: Seq
    fact: Seq
    subject: str
    predicate: str
    object: Value
    kind: Kind
    reason: str | None
    by: TokenId
    at: datetime
    tries: int
    tried_by: Mapping[TokenId, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewView:
    """What waits for a person: a fact, then `seq` is its id, or a wish, by the seq of its event.

    `kind` is contested, quarantined, or the word of the wish, and `asked` what the wish is; `by`
    is None for a fact.
    """

    seq: Seq
    kind: str
    by: TokenId | None
    at: datetime
    asked: Asked | None
    fact: FactView


@dataclass(frozen=True, kw_only=True, slots=True)
class PredicateView:
    """What a predicate is declared to be; keyed by the hexadecimal digits of `key`."""

    key: bytes
    predicate: str
    declaration: Declaration
    seq: Seq
    by: TokenId
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestionView:
    """What an agent suggested that a predicate be declared; keyed by `seq`."""

    seq: Seq
    predicate: str
    declaration: Declaration
    by: TokenId
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class CandidateView:
    """An undeclared predicate that may be single: of `subjects`, so many have one value at a time.

    Both are counts of the first facts of the predicate; nothing is inferred from them.
    """

    predicate: str
    subjects: int
    single: int


def pair(key: str) -> Pair:
    """The two numbers of a key; raises ValueError where there are not two."""
    first, second = key.split(":")
    return int(first), int(second)
