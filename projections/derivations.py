"""Which claims rest on which facts, as their `derived_from` says."""

from collections.abc import Iterator

from domain.events import FactAsserted
from projections.comparison import Comparison
from projections.rows import DerivationRow


def rows(found: Comparison) -> Iterator[DerivationRow]:
    """A row for each distinct fact that a claim rests on whose words are there."""
    for each in found.step.recorded:
        if isinstance(each.event, FactAsserted) and each.event.said is not None:
            for base in dict.fromkeys(each.event.derived_from):
                yield DerivationRow(base=base, claim=each.seq)
