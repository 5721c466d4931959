"""The versions of facts that are over: what was answered of them, and until which command."""

from collections.abc import Iterator

from projections.comparison import Comparison
from projections.rows import FactRow


def rows(found: Comparison) -> Iterator[FactRow]:
    """A row for every version that a command ends."""
    return (each.before for each in found.replaced if each.before is not None)
