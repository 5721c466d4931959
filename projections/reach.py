"""How far a command reaches on its axes: which facts hold as they did, whatever it did there.

On a long axis nearly all of them are. To tell that is cheap, to work out when each holds is not.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from domain.axes.ruled import apart
from domain.predicates import Temporal
from domain.words import Seq
from domain.worldtime.bounds import FIRST, LAST
from projections.sides import Placed, Side


class Span(NamedTuple):
    """Where the visible facts lie that a command touches: the earliest place, and the latest."""

    first: datetime
    last: datetime


NOWHERE: Final = Span(LAST, FIRST)
"""Where nothing visible is touched."""


class Reach:
    """The facts that a command touches, and where on the axes they lie; told if it is asked for."""

    def __init__(self, before: Side, after: Side) -> None:
        self._sides = before, after

    @cached_property
    def _touched(self) -> set[Seq]:
        return _touched(*self._sides)

    @cached_property
    def _spans(self) -> tuple[dict[int, Span], dict[int, Span]]:
        before, after = self._sides
        return _spans(before, self._touched), _spans(after, self._touched)

    def leaves(self, was: Placed, is_: Placed) -> bool:
        """Whether a fact holds when it did, and ends by what it did.

        It does if it had ended before all that is touched, or if it lies behind: what lies earlier
        ends and interrupts nothing, but tells since when what states no start possibly held.
        """
        if was.stint.fact in self._touched or was.axis.declaration != is_.axis.declaration:
            return False
        if is_.axis.declaration.temporal is Temporal.CONSTANT:
            return True
        before, after = self._spans
        here, there = before.get(was.place, NOWHERE), after.get(is_.place, NOWHERE)
        first, last = min(here.first, there.first), max(here.last, there.last)
        if first > last:
            return True
        stint, end = is_.stint, was.axis.timeline.end(was.stint)
        if stint.place.latest < first and end is not None and end.latest < first:
            return True
        return not stint.is_undated and stint.place.earliest > last


def _spans(side: Side, touched: Iterable[Seq]) -> dict[int, Span]:
    """By axis, where what is touched and visible lies."""
    found: dict[int, Span] = {}
    for placed in (side.facts.get(each) for each in touched):
        if placed is not None and placed.stint.is_visible:
            lies, span = placed.stint.place, found.get(placed.place, NOWHERE)
            found[placed.place] = Span(min(span.first, lies.earliest), max(span.last, lies.latest))
    return found


def _touched(before: Side, after: Side) -> set[Seq]:
    """The facts that are other than they were, and those of which something else is decided."""
    facts = before.facts.keys() | after.facts.keys()
    other = {fact for fact in facts if _stint(before, fact) != _stint(after, fact)}
    claims = {
        claim
        for ruling in apart(before.rulings, after.rulings)
        for claim in (*ruling.newcomer, *ruling.rival)
    }
    carried = {side.fact_of(claim) for side in (before, after) for claim in claims}
    return other | {fact for fact in carried if fact is not None}


def _stint(side: Side, fact: Seq) -> object:
    placed = side.facts.get(fact)
    return None if placed is None else placed.stint
