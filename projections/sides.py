"""The axes that a command changes, before it and after it."""

from collections.abc import Mapping
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from domain.axes.axis import Axis
from domain.axes.stints import Stint
from domain.axes.tombstones import Tombstone
from domain.payloads import Ruling
from domain.state import State
from domain.words import Seq


class Placed(NamedTuple):
    """A fact, the axis that it lies on, and which of the changed axes that is."""

    axis: Axis
    stint: Stint
    place: int


class Side:
    """The changed axes on one side of a command, and the slice of state that they are of.

    `facts` are those on these axes, by their ids.
    """

    def __init__(self, state: State, axes: tuple[Axis, ...]) -> None:
        self.state = state
        self.axes = axes
        self.facts = {
            stint.fact: Placed(axis, stint, place)
            for place, axis in enumerate(axes)
            for stint in axis.timeline.stints
        }

    def axis_of(self, claim: Seq) -> Axis | None:
        """The axis among these that a claim lies on."""
        if len(self.axes) != 1:
            return self._by_claim.get(claim)
        # Hardly any command changes more than one, or is worth an index.
        (axis,) = self.axes
        return axis if claim in axis.claims else None

    def fact_of(self, claim: Seq) -> Seq | None:
        """The fact that carries a claim; None where it is on none of these axes."""
        axis = self.axis_of(claim)
        return None if axis is None else axis.timeline.of(claim).fact

    @property
    def rulings(self) -> list[Ruling]:
        """What was decided on these axes."""
        return [ruling for axis in self.axes for ruling in axis.rulings]

    @cached_property
    def _by_claim(self) -> Mapping[Seq, Axis]:
        return {claim: axis for axis in self.axes for claim in axis.claims}

    def tombstone(self, seq: Seq) -> Tombstone | None:
        """The tombstone that the event at this position left; None where there is none any more.

        Axes know it on which nothing changed, too.
        """
        found = (each for axis in self.state.axes for each in axis.tombstones)
        return next((each for each in found if each.seq == seq), None)


def sides(before: State, after: State) -> tuple[Side, Side]:
    """What may differ between two slices; an axis that was left alone is the same object in both.

    It is in the same place, unless a declaration has put axes together anew: then it is compared.
    """
    pairs = [pair for pair in zip_longest(before.axes, after.axes) if pair[0] is not pair[1]]
    return (
        Side(before, tuple([was for was, _ in pairs if was is not None])),
        Side(after, tuple([is_ for _, is_ in pairs if is_ is not None])),
    )
