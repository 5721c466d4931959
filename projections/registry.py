"""Which projections there are: each read table's rows, key, and the version of its making."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from projections import claims, facts, foreign_events, foreign_tags, ledgers, statistics
from projections.rows import (
    ClaimRow,
    FactRow,
    ForeignEventRow,
    ForeignTagRow,
    LedgerRow,
    Row,
    StatisticRow,
)
from projections.step import Step


@dataclass(frozen=True, kw_only=True, slots=True)
class Projection:
    """One read table: its name, row class, the columns of its key, and what fills it."""

    table: str
    row: type[Row]
    key: tuple[str, ...]
    version: int
    rows: Callable[[Step], Iterable[Row]]


INLINE: Final[tuple[Projection, ...]] = (
    Projection(table="ledger", row=LedgerRow, key=(), version=1, rows=ledgers.rows),
    Projection(table="fact", row=FactRow, key=("fact",), version=1, rows=facts.rows),
    Projection(table="claim", row=ClaimRow, key=("fact", "seq"), version=1, rows=claims.rows),
    Projection(table="statistic", row=StatisticRow, key=("name",), version=1, rows=statistics.rows),
    Projection(
        table="foreign_event",
        row=ForeignEventRow,
        key=("seq",),
        version=1,
        rows=foreign_events.rows,
    ),
    Projection(
        table="foreign_tag",
        row=ForeignTagRow,
        key=("tag_key", "seq"),
        version=1,
        rows=foreign_tags.rows,
    ),
)
"""The projections that are written in the transaction of their events, in the order of writing."""


def project(step: Step) -> Iterator[tuple[str, tuple[object, ...], Row]]:
    """The rows that one step of the fold writes: table, key, row."""
    for projection in INLINE:
        for row in projection.rows(step):
            yield projection.table, tuple(getattr(row, name) for name in projection.key), row
