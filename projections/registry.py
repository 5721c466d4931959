"""Which projections there are: each read table's rows, key, and the version of its making.

A projection whose rows become others rises in version: what an earlier one has made is stale then,
and every event is projected again, beside what is read meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from domain.bodies import EVENT_TYPES
from domain.events import (
    Event,
    FactAsserted,
    Foreign,
    Invalidated,
    LedgerOpened,
    PredicateDeclared,
    Refused,
    Restored,
)
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


class Timing(StrEnum):
    """When the rows of a projection are written."""

    INLINE = "inline"
    """In the transaction of their events."""
    ASYNC = "async"
    """Behind it: the projection follows from a position of its own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Projection:
    """One read table: its name, row class, the columns of its key, and when what fills it.

    The key are the first columns of a row. A command without any of these `events` has none.
    """

    table: str
    row: type[Row]
    key: tuple[str, ...]
    events: frozenset[type[Event]]
    version: int
    timing: Timing
    rows: Callable[[Comparison], Iterable[Row | Gone]]


def _inline(
    table: str,
    row: type[Row],
    *key: str,
    events: Iterable[type[Event]] = EVENT_TYPES.values(),
    version: int = 1,
    rows: Callable[[Comparison], Iterable[Row | Gone]],
) -> Projection:
    return Projection(
        table=table,
        row=row,
        key=key,
        events=frozenset(events),
        version=version,
        timing=Timing.INLINE,
        rows=rows,
    )


_LINE: Final = ("subject_key", "predicate_key", "object_key")

PROJECTIONS: Final[tuple[Projection, ...]] = (
    _inline("ledger", LedgerRow, events=[LedgerOpened], rows=ledgers.rows),
    _inline(
        "predicate", PredicateRow, "predicate_key", events=[PredicateDeclared], rows=predicates.rows
    ),
    _inline("suggestion", SuggestionRow, "seq", events=[PredicateDeclared], rows=suggestions.rows),
    _inline("fact", FactRow, "fact", rows=facts.rows),
    # By the first version, how strong a fact had been was told as it was when the version ended.
    _inline("history", FactRow, "fact", "from_seq", version=2, rows=history.rows),
    _inline("claim", ClaimRow, "seq", rows=claims.rows),
    _inline("axis", AxisRow, *_LINE, rows=axes.rows),
    _inline(
        "tombstone",
        TombstoneRow,
        "seq",
        events=[Invalidated, Refused, Restored],
        rows=tombstones.rows,
    ),
    _inline(
        "refusal",
        RefusalRow,
        "refusal_key",
        "tombstone",
        events=[Invalidated, Restored],
        rows=refusals.rows,
    ),
    _inline("conflict", ConflictRow, "fact", "rival", rows=conflicts.rows),
    _inline("review", ReviewRow, "seq", rows=reviews.rows),
    _inline("voice", VoiceRow, "voice", rows=voices.rows),
    _inline("decision", DecisionRow, "fact", "seq", rows=decisions.rows),
    _inline(
        "derivation", DerivationRow, "base", "claim", events=[FactAsserted], rows=derivations.rows
    ),
    _inline("statistic", StatisticRow, "name", rows=statistics.rows),
    _inline("foreign_event", ForeignEventRow, "seq", events=[Foreign], rows=foreign_events.rows),
    _inline(
        "foreign_tag", ForeignTagRow, "tag_key", "seq", events=[Foreign], rows=foreign_tags.rows
    ),
)
"""All of them, in the order of writing."""

INLINE: Final = tuple(each for each in PROJECTIONS if each.timing is Timing.INLINE)
"""Those that are written in the transaction of their events, and so are in every build whole."""


def versions(projections: Iterable[Projection] = INLINE) -> dict[str, int]:
    """In which version each projection is, by its table."""
    return {each.table: each.version for each in projections}


def stale(found: Mapping[str, int], projections: Iterable[Projection] = INLINE) -> tuple[str, ...]:
    """The projections that tables must be made anew for, which were made in these versions."""
    return tuple(each.table for each in projections if found.get(each.table) != each.version)


def project(
    step: Step, projections: Sequence[Projection] = INLINE
) -> Iterator[tuple[str, Key, Row | None]]:
    """The rows that a command writes: table, key, row; without a row there is none any more.

    What a projection raises comes through: no row of the command is to be kept then.
    """
    found = Comparison(step, lambda: versions(projections))
    kinds = {type(each.event) for each in step.recorded}
    for projection in projections:
        if projection.events.isdisjoint(kinds):
            continue
        table, width = projection.table, len(projection.key)
        for row in projection.rows(found):
            if isinstance(row, Gone):
                yield table, row.key, None
            else:
                yield table, row[:width], row
