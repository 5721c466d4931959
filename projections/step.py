"""What a projection reads: the events of one command, and the slices of state around them."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from domain.events import Recorded
from domain.state import State
from domain.words import Seq


class Since(NamedTuple):
    """Since which command a version of a fact stands: its last event, and when that was."""

    seq: int
    at: datetime


class Step(NamedTuple):
    """One step of the fold: all events of a command, so that no row shows half of one.

    `since` tells of the facts of `before` since when they stand as they do, as `read.fact` says it;
    of those on axes that the command changes at least.
    """

    before: State
    recorded: tuple[Recorded, ...]
    after: State
    since: Mapping[int, Since]

    @property
    def last(self) -> Since:
        """The end of the command: from there on what it wrote is known."""
        recorded = self.recorded[-1]
        return Since(recorded.seq, recorded.recorded_at)


def facts_of(state: State) -> Mapping[Seq, Seq]:
    """By claim, the fact that carries it, on the axes of the slice."""
    return {
        claim: stint.fact
        for axis in state.distinct()
        for stint in axis.timeline.stints
        for claim in stint.seqs
    }
