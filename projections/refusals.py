"""Under which refusal keys the tombstones of a ledger are found."""

from collections.abc import Iterator

from domain.events import Invalidated, Restored
from domain.words import Seq
from projections.comparison import Comparison, Gone
from projections.rows import RefusalRow
from projections.sides import Side


def rows(found: Comparison) -> Iterator[RefusalRow | Gone]:
    """A row for every refusal key of a tombstone that was left, until that is lifted."""
    for each in found.step.recorded:
        match each.event:
            case Invalidated():
                yield from _rows(found.after, each.seq)
            case Restored(tombstone=seq):
                yield from (Gone(tuple(row)) for row in _rows(found.before, seq))
            case _:
                pass


def _rows(side: Side, seq: Seq) -> Iterator[RefusalRow]:
    tombstone = side.tombstone(seq)
    for key in () if tombstone is None else tombstone.refusals:
        yield RefusalRow(refusal_key=key, tombstone=seq)
