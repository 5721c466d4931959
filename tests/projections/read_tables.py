"""The read tables in memory, which are asked for what is wanted as those of the database are."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from domain.axes.pieces import Known
from domain.axes.standing import Claim
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.keys import LineKey
from domain.predicates import UNDECLARED, Cardinality, Declaration, Temporal, ValueKind
from domain.shelf import scopes_around
from domain.wanting import Found, Scope, Wanted, scopes_of
from domain.words import VISIBLE, Seq, Status
from projections.axes import known_of, known_without_row
from projections.claims import claim_of
from projections.registry import INLINE
from projections.rows import (
    AxisRow,
    ClaimRow,
    DerivationRow,
    FactRow,
    PredicateRow,
    RefusalRow,
    Row,
    StatisticRow,
    TombstoneRow,
    VoiceRow,
)
from projections.step import Since
from projections.tombstones import tombstone_of

R = TypeVar("R", bound=Row)

Key = tuple[object, ...]
Written = tuple[str, Key, Row | None]
"""A table, a key, and its row; without one there is none any more."""


class LookedUp(NamedTuple):
    """What was found, and since when each fact of its claims stands as it does."""

    found: Found
    since: Mapping[int, Since]


@dataclass(kw_only=True)
class ReadTables:
    """The rows by table and key; nothing is known of a ledger but what they say."""

    rows: dict[str, dict[Key, Row]] = field(
        default_factory=lambda: {each.table: {} for each in INLINE}
    )

    def write(self, written: Iterable[Written]) -> None:
        """Take in what a command wrote; what is there no more was there."""
        for table, key, row in written:
            if row is None:
                del self.rows[table][key]
            else:
                self.rows[table][key] = row

    def statistics(self) -> dict[str, int]:
        """The running counts."""
        return {each.name: each.value for each in self._of("statistic", StatisticRow)}

    def look_up(self, wanted: Wanted) -> LookedUp:
        """What there is of what is wanted; of sources, items and topics no event asks."""
        assert not (wanted.sources)
        assert not (wanted.predicates)
        assert not (wanted.items)
        assert not (wanted.topics)
        declared = {each.predicate_key: _declaration(each) for each in self._predicates()}
        rows = {Seq(each.seq): each for each in self._of("claim", ClaimRow)}
        lines = {*wanted.lines, *(_line(rows[each]) for each in wanted.claims & rows.keys())}
        scopes = wanted.scopes.union(
            *(scopes_of(each, declared.get(each.predicate, UNDECLARED)) for each in lines)
        )
        claims = {seq: claim_of(each) for seq, each in rows.items() if _lies_in(each, scopes)}
        refusals = wanted.refusals.union(each.refusal for each in claims.values())
        voices = wanted.voices.union(each.voice.id for each in claims.values())
        facts = {each.fact: each for each in self._of("fact", FactRow)}
        predicates = wanted.declarations.union(each.predicate for each in lines)
        found = Found(
            declarations={key: declared.get(key) for key in predicates},
            covered=scopes,
            claims=tuple(claims.values()),
            known=dict(self._known(claims.values(), scopes)),
            tombstones=tuple(map(tombstone_of, self._tombstones(refusals))),
            totals=dict(self._totals(voices)),
            dependants={seq: each for seq in claims if (each := tuple(self._resting(seq)))},
            references=wanted.references & rows.keys(),
        )
        carried = (facts[rows[seq].fact] for seq in claims)
        return LookedUp(
            found,
            {each.fact: Since(each.from_seq, each.from_at, each.strength) for each in carried},
        )

    def _of(self, table: str, row: type[R]) -> Iterator[R]:
        return (each for each in self.rows[table].values() if isinstance(each, row))

    def _predicates(self) -> Iterator[PredicateRow]:
        return self._of("predicate", PredicateRow)

    def _known(
        self, claims: Collection[Claim], scopes: frozenset[Scope]
    ) -> Iterator[tuple[LineKey, Known]]:
        by_line: dict[LineKey, list[Claim]] = {}
        for each in claims:
            by_line.setdefault(each.line, []).append(each)
        for line, said in by_line.items():
            if not scopes.isdisjoint(_around(line)):
                yield line, known_without_row(said)
        for row in self._of("axis", AxisRow):
            if not scopes.isdisjoint(_around(_line(row))):
                yield _line(row), known_of(row)

    def _tombstones(self, refusals: Collection[bytes]) -> Iterator[TombstoneRow]:
        kept = {
            each.tombstone
            for each in self._of("refusal", RefusalRow)
            if each.refusal_key in refusals
        }
        return (each for each in self._of("tombstone", TombstoneRow) if each.seq in kept)

    def _totals(self, voices: Collection[VoiceId]) -> Iterator[tuple[VoiceId, Record]]:
        for each in self._of("voice", VoiceRow):
            if each.voice in voices:
                record = Record(successes=each.successes, failures=each.failures)
                yield VoiceId(each.voice), record

    def _resting(self, base: Seq) -> Iterator[Dependant]:
        resting = {
            each.claim for each in self._of("derivation", DerivationRow) if each.base == base
        }
        claims = (each for each in self._of("claim", ClaimRow) if each.seq in resting)
        statuses = {each.fact: Status(each.status) for each in self._of("fact", FactRow)}
        for each in sorted(claims):
            if statuses[each.fact] in VISIBLE and not each.retracted:
                yield Dependant(voice=claim_of(each).voice, seq=Seq(each.seq))


def _declaration(row: PredicateRow) -> Declaration:
    return Declaration(
        cardinality=Cardinality(row.cardinality),
        holders=Cardinality(row.holders),
        temporal=Temporal(row.temporal),
        value=None if row.value is None else ValueKind(row.value),
        unit=row.unit,
        half_life_days=row.half_life_days,
    )


def _line(row: ClaimRow | AxisRow) -> LineKey:
    return LineKey(row.subject_key, row.predicate_key, row.object_key)


def _around(line: LineKey) -> tuple[Scope, ...]:
    return Scope(*line), *scopes_around(line)


def _lies_in(row: ClaimRow, scopes: frozenset[Scope]) -> bool:
    """Whether a claim is in one of these, by what it counts for or by what it said."""
    said = claim_of(row).said_line
    return not scopes.isdisjoint((*_around(_line(row)), *_around(said)))
