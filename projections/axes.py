"""What was decided, reported, taken back and asked for of each value, beside its claims.

Most values were just said: then the last change of their line is its last claim, nothing else is
known of it, and there is no row.
"""

from collections.abc import Iterable, Iterator, Mapping

from domain.axes.axis import Axis
from domain.axes.pieces import Known, parted
from domain.axes.standing import Claim
from domain.keys import LineKey
from domain.reading import as_doc
from domain.shaping import read, written
from domain.words import Seq
from projections.comparison import Comparison, Gone
from projections.rows import AxisRow
from projections.sides import Side


def rows(found: Comparison) -> Iterator[AxisRow | Gone]:
    """A row for every line of which something else is known."""
    before, after = _known(found.before), _known(found.after)
    yield from (Gone(line) for line in before if line not in after)
    yield from (row(line, known) for line, known in after.items() if before.get(line) != known)


def row(line: LineKey, known: Known) -> AxisRow:
    """The row of a line."""
    return AxisRow(*line, known=as_doc(written(known, Known)), changed=known.changed)


def known_of(row: AxisRow) -> Known:
    """What `row` made the row of."""
    return read(row.known, Known)


def known_without_row(claims: Iterable[Claim]) -> Known:
    """What is known of a line with these claims that has no row."""
    return Known(changed=max((each.seq for each in claims), default=Seq(0)))


def _known(side: Side) -> Mapping[LineKey, Known]:
    """What is known of the lines that need a row."""
    return {
        line: piece.known
        for axis in side.axes
        if not _was_only_said(axis)
        for line, piece in parted(axis).items()
        if piece.known != known_without_row(piece.claims)
    }


def _was_only_said(axis: Axis) -> bool:
    """Whether no line needs a row: nearly always, and told without taking the axis to pieces."""
    beside = (
        axis.rulings,
        axis.reports,
        axis.confirmed,
        axis.amended_by_people,
        axis.retractions,
        axis.beats,
        axis.waiting,
    )
    last = ((line, axis.claims.get(seq)) for line, seq in axis.changes.items())
    return not any(beside) and all(claim and claim.line == line for line, claim in last)
