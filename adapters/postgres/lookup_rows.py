"""The rows that a lookup fetches, and what they stand for in the domain."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from psycopg import Cursor

from domain.duels.evidence import Dependant
from domain.duels.voices import Record, Voice, VoiceId
from domain.keys import LineKey
from domain.payloads import Wish
from domain.predicates import Cardinality, Declaration, Temporal, ValueKind
from domain.words import ActorKind, Seq
from projections.rows import ClaimRow
from projections.step import Since

_CLAIM_COLUMNS: Final = len(ClaimRow._fields)
_WISHES: Final = frozenset(each.value for each in Wish)


class LoadedClaim(NamedTuple):
    """A row of load_claims: a claim, since when its fact stands as it does, and what is beside it.

    The counts are None of a voice without a record; `tombstones` are those of its refusal key, and
    `is_base` is whether a claim rests on it.
    """

    claim: ClaimRow
    from_seq: int | None
    from_at: datetime | None
    successes: int | None
    failures: int | None
    tombstones: list[int]
    is_base: bool

    def since(self) -> Since | None:
        """Since when the fact that it carries stands as it does."""
        if self.from_seq is None or self.from_at is None:
            return None
        return Since(self.from_seq, self.from_at)

    def record(self) -> Record | None:
        """How what its voice said turned out."""
        if self.successes is None or self.failures is None:
            return None
        return Record(successes=self.successes, failures=self.failures)


class _Maker(Protocol):
    def __call__(self, values: Sequence[Any]) -> LoadedClaim: ...


def loaded_claims(_cursor: Cursor[Any]) -> _Maker:
    """Makes rows of load_claims: the columns of a claim first, and then the others."""

    def make(values: Sequence[Any]) -> LoadedClaim:
        return LoadedClaim(ClaimRow(*values[:_CLAIM_COLUMNS]), *values[_CLAIM_COLUMNS:])

    return make


class DeclarationRow(NamedTuple):
    """A row of load_declarations."""

    predicate_key: bytes
    cardinality: str
    holders: str
    temporal: str
    value: str | None
    unit: str | None
    half_life_days: int

    def declaration(self) -> Declaration:
        """What the predicate is declared to be."""
        return Declaration(
            cardinality=Cardinality(self.cardinality),
            holders=Cardinality(self.holders),
            temporal=Temporal(self.temporal),
            value=None if self.value is None else ValueKind(self.value),
            unit=self.unit,
            half_life_days=self.half_life_days,
        )


class SeqRow(NamedTuple):
    """A row of load_known: that a claim is there."""

    seq: int


class WishRow(NamedTuple):
    """A row of load_wishes; its kind tells a wish from a fact that waits."""

    seq: int
    fact: int
    kind: str

    @property
    def is_wish(self) -> bool:
        """Whether an agent wished it, and not how the fact stands."""
        return self.kind in _WISHES


class TotalRow(NamedTuple):
    """A row of load_voices."""

    voice: str
    successes: int
    failures: int


class DependantRow(NamedTuple):
    """A row of load_dependants: who rests on a claim, by which claim."""

    base: int
    seq: int
    voice: str
    voice_kind: str

    def dependant(self) -> Dependant:
        """The voice, with its claim."""
        voice = Voice(id=VoiceId(self.voice), kind=ActorKind(self.voice_kind))
        return Dependant(voice=voice, seq=Seq(self.seq))


class ShownRow(NamedTuple):
    """A row of load_shown."""

    reader: str
    line: bytes
    shown_at: datetime


class CountRow(NamedTuple):
    """A row of load_values: how many visible values the topic has that was asked at this place."""

    place: int
    visible: int


class LineRow(NamedTuple):
    """A row of load_source_lines."""

    subject_key: bytes
    predicate_key: bytes
    object_key: bytes

    def line(self) -> LineKey:
        """The line."""
        return LineKey(*self)


class AxesRow(NamedTuple):
    """The row of count_axes."""

    axes: int


def key_documents(keys: Iterable[Sequence[bytes | None]]) -> list[dict[str, object]]:
    """Lines, scopes and topics as they are handed to the database, each with its place."""
    names = ("subject", "predicate", "object")
    return [
        {"place": place, **{name: as_text(key) for name, key in zip(names, each, strict=False)}}
        for place, each in enumerate(keys)
    ]


def as_text(key: bytes | None) -> str | None:
    """A digest as it is written into a document for the database."""
    return None if key is None else rf"\x{key.hex()}"
