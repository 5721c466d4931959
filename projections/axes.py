"""What was decided, reported, taken back and asked for of each value, beside its claims.

Most values were just said: then the last change of their line is its last claim, nothing else is
known of it, and there is no row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.axes.axis import Axis
from domain.axes.pieces import Known, known_on, lines_of, stirred
from domain.axes.standing import Claim
from domain.keys import LineKey
from domain.reading import as_doc
from domain.shaping import read, written
from domain.words import Seq
from projections.comparison import Comparison, Gone
from projections.rows import AxisRow


def rows(found: Comparison) -> Iterator[AxisRow | Gone]:
    """A row for every line of which something else is known."""
    was = [axis for axis in found.before.axes if not _was_only_said(axis)]
    now = [axis for axis in found.after.axes if not _was_only_said(axis)]
    if not was and not now:
        return
    lines = _stirred(found.before.axes, found.after.axes)
    before, after = _known(was, lines), _known(now, lines)
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


def _stirred(before: Sequence[Axis], after: Sequence[Axis]) -> Sequence[LineKey] | None:
    """The lines of which something else may be known; None where that is any of them."""
    if len(before) == len(after) == 1:
        return sorted(stirred(before[0], after[0]))
    return None


def _known(axes: Iterable[Axis], lines: Sequence[LineKey] | None) -> Mapping[LineKey, Known]:
    """What is known of these lines, or of all, that need a row."""
    found: dict[LineKey, Known] = {}
    for axis in axes:
        # The claims are in order: the last one of each line.
        last = {each.line: seq for seq, each in axis.claims.items()}
        known = known_on(axis, lines_of(axis) if lines is None else lines)
        found |= {
            line: each
            for line, each in known.items()
            if each.changed != last.get(line, 0) or not each.is_only_change
        }
    return found


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
