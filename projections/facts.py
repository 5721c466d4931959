"""The facts of a ledger as they stand: the current version of each."""

from collections.abc import Iterator

from projections.comparison import Comparison, Gone
from projections.rows import FactRow


def rows(found: Comparison) -> Iterator[FactRow | Gone]:
    """A row for every version that a command begins; a fact that is gone is another's claims."""
    for before, after in found.replaced:
        if after is not None:
            yield after
        elif before is not None:
            yield Gone((before.fact,))
