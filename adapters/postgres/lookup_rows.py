"""The rows that a lookup fetches, and what they stand for in the domain."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from psycopg import Cursor

from domain.duels.evidence import Dependant
from domain.duels.voices import Record, Voice, VoiceId
from domain.keys import LineKey
from domain.words import ActorKind, Seq
from projections.rows import AxisRow, ClaimRow
from projections.step import Since

_KEY_COLUMNS: Final = 2
"""Which begin every table, and are of no row of ours: the ledger and the build."""

_CLAIM_END: Final = _KEY_COLUMNS + len(ClaimRow._fields)
_AXIS_START: Final = -len(AxisRow._fields)


class LoadedClaim(NamedTuple):
    """A claim of load_claims, since when its fact stands as it does, and what is beside it.

    The counts are None of a voice without a record; `tombstones` are those of its refusal key, and
    `is_base` is whether a claim rests on it.
    """

    claim: ClaimRow
    from_seq: int | None
    from_at: datetime | None
    strength: str | None
    successes: int | None
    failures: int | None
    tombstones: list[int]
    is_base: bool

    def since(self) -> Since | None:
        """Since when the fact that it carries stands as it does."""
        if self.from_seq is None or self.from_at is None:
            return None
        return Since(self.from_seq, self.from_at, self.strength)

    def record(self) -> Record | None:
        """How what its voice said turned out."""
        if self.successes is None or self.failures is None:
            return None
        return Record(successes=self.successes, failures=self.failures)


class _Maker(Protocol):
    def __call__(self, values: Sequence[Any]) -> LoadedClaim | AxisRow: ...


def loaded(_cursor: Cursor[Any]) -> _Maker:
    """Makes rows of load_claims: columns of a claim, of what is beside it, and of an axis."""

    def make(values: Sequence[Any]) -> LoadedClaim | AxisRow:
        if values[0] is None:
            return AxisRow(*values[_AXIS_START:])
        beside = values[_CLAIM_END : _AXIS_START - _KEY_COLUMNS]
        return LoadedClaim(ClaimRow(*values[_KEY_COLUMNS:_CLAIM_END]), *beside)

    return make


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
        dict(zip(names, map(as_text, each), strict=False), place=place)
        for place, each in enumerate(keys)
    ]


def as_text(key: bytes | None) -> str | None:
    """A digest as it is written into a document for the database."""
    return None if key is None else rf"\x{key.hex()}"
