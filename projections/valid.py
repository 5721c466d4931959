"""The `valid` of answers: when a fact begins and ends, as was said and as the axis has it."""

from domain.axes.axis import Axis
from domain.axes.standing import Claim
from domain.axes.stints import Stint
from domain.worldtime.bounds import FIRST, Bound
from domain.worldtime.stated import End, Open, Undated, end_bound
from domain.worldtime.stated_shapes import end_to_wire, start_to_wire
from projections.rows import Document


def valid_of(axis: Axis, stint: Stint) -> Document:
    """The document of a fact of the axis."""
    # They are by place: where the first lies, the fact does.
    counting = stint.counting or stint.claims
    ends_by = ender(axis, stint)
    return {
        "from": _start(counting[0], stint),
        "to": end_to_wire(
            _end(counting, stint),
            axis.timeline.end(stint),
            derived_from_fact=None if ends_by is None else ends_by.fact,
        ),
    }


def ender(axis: Axis, stint: Stint) -> Stint | None:
    """The fact of another value at whose place a fact ends; None where it ends by itself."""
    found = axis.timeline.ender(stint)
    return None if found is None or found.place == stint.end else found


def _start(first: Claim, stint: Stint) -> Document:
    doc = start_to_wire(first.stated.start, stint.place)
    # Before it was first seen it possibly held, nobody says since when.
    return {**doc, "earliest": None} if isinstance(first.stated.start, Undated) else doc


def _end(counting: tuple[Claim, ...], stint: Stint) -> End:
    """The stated end that gives the fact its own; where none does, that it is open."""
    ends = [each.stated.end for each in counting]
    if stint.end is None:
        return Open(said=any(isinstance(each, Open) and each.said for each in ends))
    if len(ends) == 1:
        return ends[0]
    first = counting[0]
    start = Bound(earliest=FIRST, latest=first.observed_at) if first.is_undated else stint.place
    return next((each for each in ends if end_bound(each, start=start) == stint.end), ends[0])
