"""Which projections there are: each read table's rows, key, and the version of its making."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from projections import (
    axes,
    claims,
    conflicts,
    decisions,
    derivations,
    facts,
    foreign_events,
    foreign_tags,
    history,
    ledgers,
    predicates,
    refusals,
    reviews,
    statistics,
    suggestions,
    tombstones,
    voices,
)
from projections.comparison import Comparison, Gone, Key
from projections.rows import (
    AxisRow,
    ClaimRow,
    ConflictRow,
    DecisionRow,
    DerivationRow,
    FactRow,
    ForeignEventRow,
    ForeignTagRow,
    LedgerRow,
    PredicateRow,
    RefusalRow,
    ReviewRow,
    Row,
    StatisticRow,
    SuggestionRow,
    TombstoneRow,
    VoiceRow,
)
from projections.step import Step


@dataclass(frozen=True, kw_only=True, slots=True)
class Projection:
    """One read table: its name, row class, the columns of its key, and what fills it."""

    table: str
    row: type[Row]
    key: tuple[str, ...]
    version: int
    rows: Callable[[Comparison], Iterable[Row | Gone]]


def _first(
    table: str, row: type[Row], *key: str, rows: Callable[[Comparison], Iterable[Row | Gone]]
) -> Projection:
    return Projection(table=table, row=row, key=key, version=1, rows=rows)


_LINE: Final = ("subject_key", "predicate_key", "object_key")

INLINE: Final[tuple[Projection, ...]] = (
    _first("ledger", LedgerRow, rows=ledgers.rows),
    _first("predicate", PredicateRow, "predicate_key", rows=predicates.rows),
    _first("suggestion", SuggestionRow, "seq", rows=suggestions.rows),
    _first("fact", FactRow, "fact", rows=facts.rows),
    _first("history", FactRow, "fact", "from_seq", rows=history.rows),
    _first("claim", ClaimRow, "seq", rows=claims.rows),
    _first("axis", AxisRow, *_LINE, rows=axes.rows),
    _first("tombstone", TombstoneRow, "seq", rows=tombstones.rows),
    _first("refusal", RefusalRow, "refusal_key", "tombstone", rows=refusals.rows),
    _first("conflict", ConflictRow, "fact", "rival", rows=conflicts.rows),
    _first("review", ReviewRow, "seq", rows=reviews.rows),
    _first("voice", VoiceRow, "voice", rows=voices.rows),
    _first("decision", DecisionRow, "fact", "seq", rows=decisions.rows),
    _first("derivation", DerivationRow, "base", "claim", rows=derivations.rows),
    _first("statistic", StatisticRow, "name", rows=statistics.rows),
    _first("foreign_event", ForeignEventRow, "seq", rows=foreign_events.rows),
    _first("foreign_tag", ForeignTagRow, "tag_key", "seq", rows=foreign_tags.rows),
)
"""The projections that are written in the transaction of their events, in the order of writing."""


def project(step: Step) -> Iterator[tuple[str, Key, Row | None]]:
    """The rows that a command writes: table, key, row; without a row there is none any more."""
    found = Comparison(step)
    for projection in INLINE:
        for row in projection.rows(found):
            if isinstance(row, Gone):
                yield projection.table, row.key, None
            else:
                yield projection.table, tuple([getattr(row, each) for each in projection.key]), row
