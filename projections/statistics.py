"""The running counts of a ledger: its claims, and its facts by status."""

from collections.abc import Iterator

from projections.rows import StatisticRow
from projections.step import Step


def rows(step: Step) -> Iterator[StatisticRow]:
    """A row for every count that an event moved."""
    for name, value in step.after.statistics.items():
        if step.before.statistics.get(name) != value:
            yield StatisticRow(name=name, value=value)
