"""The running counts of a ledger: its claims, and its facts by status."""

from collections.abc import Iterator

from projections.comparison import Comparison
from projections.rows import StatisticRow


def rows(found: Comparison) -> Iterator[StatisticRow]:
    """A row for every count that a command moved."""
    before = found.step.before.statistics
    for name, value in found.step.after.statistics.items():
        if before.get(name, 0) != value:
            yield StatisticRow(name=name, value=value)
