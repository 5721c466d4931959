"""Versions of facts as statements return them, and the views that they are answered as."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, Generic, NamedTuple, TypeVar

from adapters.postgres.asking import PositionRow, Standing
from adapters.postgres.views import Document, FactView, RecordedSpan
from domain.axes.segments import Segment
from domain.changes import Version
from domain.keys import LineKey
from domain.reading import Doc, as_doc, as_whole, instant
from domain.values import value_from_columns
from domain.words import Seq, Status
from domain.worldtime.bounds import Bound, Certainty

R = TypeVar("R")
H = TypeVar("H", bound=Standing)


class VersionRow(NamedTuple):
    """A version of a fact, and how surely it holds at the instant asked for."""

    fact: int
    from_seq: int
    from_at: datetime
    status: str
    contested: bool
    rivals: list[int]
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    subject_key: bytes
    predicate_key: bytes
    object_key: bytes
    claims: int
    sources: list[str]
    valid: Document
    strength: str | None
    definite: bool | None

    def view(self) -> FactView:
        """The fact as it is answered: as of a record time, nobody knows yet until when."""
        return FactView(
            fact=Seq(self.fact),
            key=LineKey(self.subject_key, self.predicate_key, self.object_key),
            subject=self.subject,
            predicate=self.predicate,
            object=value_from_columns(self.object_kind, self.object_text, self.object_unit),
            status=Status(self.status),
            contested=self.contested,
            rivals=tuple(Seq(each) for each in self.rivals),
            certainty=None if self.definite is None else certainty_of(definite=self.definite),
            valid=self.valid,
            recorded=RecordedSpan(
                from_seq=Seq(self.from_seq), from_at=self.from_at, to_seq=None, to_at=None
            ),
            sources=tuple(self.sources),
            claims=self.claims,
            strength=self.strength,
        )


def beside(rest: Callable[..., R]) -> Callable[..., tuple[VersionRow, R]]:
    """Makes a row of a version's columns and those behind them."""
    width = len(VersionRow._fields)

    def made(*values: object) -> tuple[VersionRow, R]:
        return VersionRow._make(values[:width]), rest(*values[width:])

    return made


class StandingRow(NamedTuple):
    """How far a ledger had come, and what the clock said."""

    seq: int
    clock: datetime


class BehindHead(NamedTuple, Generic[H]):
    """What stands before a version: the head; and the version where there is one."""

    head: H
    version: VersionRow | None

    @property
    def seq(self) -> int:
        """How far the ledger had come."""
        return self.head.seq


def behind(head: Callable[..., H], *, width: int) -> Callable[..., BehindHead[H]]:
    """Makes a row of so many columns of the head, and those of a version, which may be null."""

    def made(*values: object) -> BehindHead[H]:
        version = values[width:]
        found = None if version[0] is None else VersionRow._make(version)
        return BehindHead(head(*values[:width]), found)

    return made


BEHIND_HEAD: Final = behind(StandingRow, width=len(StandingRow._fields))
BEHIND_POSITION: Final = behind(PositionRow, width=len(PositionRow._fields))


def versions_of(rows: Iterable[BehindHead[H]]) -> list[VersionRow]:
    """The versions that rows have, in the order of their facts."""
    found = (row.version for row in rows if row.version is not None)
    return sorted(found, key=lambda version: version.fact)


class Stretch(NamedTuple):
    """A stretch of world time in which a version holds; `place` is where it begins."""

    starts: datetime
    ends: datetime | None
    place: int


class Side(NamedTuple):
    """Before or after which command, named by its last event, a version was, and when it holds."""

    seq: int
    is_after: bool
    holds_from: list[datetime]
    holds_to: list[datetime | None]
    surely: list[bool]

    def version(self, row: VersionRow) -> Version:
        """What was known of the fact, for comparison."""
        view, ends = row.view(), as_doc(row.valid["to"])
        by = ends["derived_from_fact"]
        stretches = zip(self.holds_from, self.holds_to, self.surely, strict=True)
        return Version(
            fact=view.fact,
            line=view.key,
            subject=view.subject,
            predicate=view.predicate,
            object=view.object,
            status=view.status,
            rivals=frozenset(view.rivals),
            claims=view.claims,
            segments=tuple(
                Segment(start, end, certainty_of(definite=sure)) for start, end, sure in stretches
            ),
            end=_bound(ends),
            ended_by=None if by is None else Seq(as_whole(by)),
        )


def _bound(ends: Doc) -> Bound | None:
    if ends["open"]:
        return None
    return Bound(earliest=instant(ends, "earliest"), latest=instant(ends, "latest"))


def certainty_of(*, definite: bool) -> Certainty:
    """How surely a fact holds in a stretch."""
    return Certainty.DEFINITE if definite else Certainty.POSSIBLE
