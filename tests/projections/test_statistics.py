"""A row for every count that a command moved."""

import pytest

from domain.events import Event
from projections.rows import StatisticRow
from tests.domain.chronicle import Chronicle
from tests.projections.steps import (
    OPENED,
    asserted,
    erased,
    foreign,
    opened,
    recorded,
    tables,
    written,
)

TEA = asserted(2)

# Given commands, and the counts that the last of them wrote.
STEPS: list[tuple[tuple[Event | list[Event], ...], dict[str, int]]] = [
    ((OPENED,), {}),
    ((OPENED, TEA), {"claims": 1, "facts.active": 1}),
    ((OPENED, TEA, asserted(3, fact=2)), {"claims": 2}),
    ((OPENED, [TEA, asserted(3, fact=2)]), {"claims": 2, "facts.active": 1}),
    ((OPENED, TEA, asserted(3, "milk")), {"claims": 2, "facts.active": 2}),
    ((OPENED, TEA, foreign()), {}),
    ((OPENED, TEA, erased(asserted(3))), {}),
]


@pytest.mark.parametrize(("commands", "counts"), STEPS)
def test_a_count_is_written_when_it_moved(
    commands: tuple[Event | list[Event], ...], counts: dict[str, int]
) -> None:
    rows = written(recorded(*commands), "statistic")
    assert {row.name: row.value for row in rows if isinstance(row, StatisticRow)} == counts
    assert len(rows) == len(counts)


def test_facts_are_counted_by_where_they_stand() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2020-01-01")
    told.invalidates(told.axis.timeline.stints[0].fact)
    counts = {
        row.name: row.value
        for row in tables(told.recorded)["statistic"].values()
        if isinstance(row, StatisticRow)
    }
    assert counts == {"claims": 2, **_counted(told)}


def _counted(told: Chronicle) -> dict[str, int]:
    names = [f"facts.{each.status.value}" for each in told.axis.timeline.stints]
    gone = {"facts.contested": 0}
    return {**gone, **{name: names.count(name) for name in names}}
