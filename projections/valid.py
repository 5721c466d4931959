"""The `valid` of answers: when a fact begins and ends, as was said and as the axis has it."""

from domain.axes.axis import Axis
from domain.axes.standing import Claim
from domain.axes.stints import Stint, comes_after, place_key
from domain.predicates import Temporal
from domain.worldtime.bounds import FIRST, Bound
from domain.worldtime.stated import End, Open, Undated, end_bound
from domain.worldtime.stated_shapes import end_to_wire, start_to_wire
from projections.rows import Document


def valid_of(axis: Axis, stint: Stint) -> Document:
    """The document of a fact of the axis."""
    counting = stint.counting or stint.claims
    first = min(counting, key=place_key)
    ends_by = ender(axis, stint)
    return {
        "from": _start(first, stint),
        "to": end_to_wire(
            _end(counting, first, stint),
            axis.timeline.end(stint),
            derived_from_fact=None if ends_by is None else ends_by.fact,
        ),
    }


def ender(axis: Axis, stint: Stint) -> Stint | None:
    """The fact of another value at whose place a fact ends; None where it ends by itself."""
    timeline = axis.timeline
    end = timeline.end(stint)
    if end == stint.end or axis.declaration.temporal is not Temporal.STATE:
        return None
    if stint.end is None:
        return next((each for each in timeline.followers(stint) if each.end is None), None)
    winners = {
        claim
        for each in axis.rulings
        if each.trims and not stint.seqs.isdisjoint(each.rival)
        for claim in each.newcomer
    }
    return next(
        (
            each
            for each in timeline.rivals(stint)
            if not winners.isdisjoint(each.seqs) and comes_after(each, stint)
        ),
        None,
    )


def _start(first: Claim, stint: Stint) -> Document:
    doc = start_to_wire(first.stated.start, stint.place)
    # Before it was first seen it possibly held, nobody says since when.
    return {**doc, "earliest": None} if isinstance(first.stated.start, Undated) else doc


def _end(counting: tuple[Claim, ...], first: Claim, stint: Stint) -> End:
    """The stated end that gives the fact its own; where none does, that it is open."""
    start = Bound(earliest=FIRST, latest=first.observed_at) if first.is_undated else first.place
    ends = (each.stated.end for each in counting)
    given = next((each for each in ends if _is_given(each, start, stint)), first.stated.end)
    return given if stint.end is not None or isinstance(given, Open) else Open(said=False)


def _is_given(end: End, start: Bound, stint: Stint) -> bool:
    if stint.end is None:
        return isinstance(end, Open) and end.said
    return end_bound(end, start=start) == stint.end
