"""What a decision needs to know, and what the fold of events keeps: no more than a command touches.

A `State` is a slice. The write path loads the slices that its commands name and the rebuild those
that their events do, verification and the tests' oracle cut them from memory, and all of them
evolve them with the same function.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from domain.axes.axis import Axis
from domain.axes.hearing import Surroundings, support_of
from domain.duels.evidence import Dependant, observations
from domain.duels.voices import UNKNOWN, Record, VoiceId
from domain.identity import IdentityMode
from domain.keys import LineKey, TopicKey
from domain.predicates import Declaration
from domain.wanting import Showing, Shown
from domain.words import LedgerName, Seq
from domain.worldtime.zones import Zone


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """How a ledger was opened: what its identity keys and its world time are derived by."""

    opened: Seq
    time_zone: str
    identity: IdentityMode
    identity_version: int
    flip_back_hours: int


class State(NamedTuple):
    """A slice of a ledger at a position, by the names of its fields.

    `axes` are the axes that it covers, each once and whole, also those on which nothing was said
    yet: `places` tells where among them each line's is, `holders` where each claim's is. Their
    tombstones are those that matter for them, wherever they were left.

    `zone` is None in a replay, which resolves nothing. `declarations` are by predicate key, None
    where there is none. `totals` are of the outcomes of all that a voice said. `dependants` are by
    the claim that they rest on. `values` counts the visible values of each topic, exact as far as
    it is looked at. `known` are the claims among those that a command rests on. `conflicts` is
    whether events match the condition of a foreign append. `too_many` are the keys of predicates
    and sources with more axes than one command may decide again.
    """

    ledger: LedgerName
    seq: Seq
    recorded_at: datetime | None
    rules: Rules | None = None
    zone: Zone | None = None
    axes: tuple[Axis, ...] = ()
    places: Mapping[LineKey, int] = MappingProxyType({})
    holders: Mapping[Seq, int] = MappingProxyType({})
    declarations: Mapping[bytes, Declaration | None] = MappingProxyType({})
    totals: Mapping[VoiceId, Record] = MappingProxyType({})
    dependants: Mapping[Seq, tuple[Dependant, ...]] = MappingProxyType({})
    shown: Mapping[Showing, Shown] = MappingProxyType({})
    values: Mapping[TopicKey, int] = MappingProxyType({})
    statistics: Mapping[str, int] = MappingProxyType({})
    known: frozenset[Seq] = frozenset()
    conflicts: bool = False
    too_many: frozenset[bytes] = frozenset()

    def axis_of(self, line: LineKey) -> Axis:
        """The axis that a line lies on; KeyError where the slice does not cover it."""
        return self.axes[self.places[line]]

    def holding(self, claim: Seq) -> Axis | None:
        """The axis that this claim lies on; None where the slice knows no such claim."""
        place = self.holders.get(claim)
        return None if place is None else self.axes[place]

    def around(self, axis: Axis) -> Surroundings:
        """What lies beside an axis of the slice, for a decision on it."""
        hours = 0 if self.rules is None else self.rules.flip_back_hours
        return Surroundings(
            window=timedelta(hours=hours),
            records=added(self.totals, observed(axis), -1),
            dependants=self.dependants,
        )

    def with_axes(self, axes: Iterable[Axis], lines: Mapping[LineKey, int]) -> "State":
        """The slice with these axes, each line on the one of this place."""
        kept = tuple(axes)
        holders = {claim: place for place, axis in enumerate(kept) for claim in axis.claims}
        return self._replace(axes=kept, places=lines, holders=holders)


def observed(axis: Axis) -> Mapping[VoiceId, Record]:
    """What the outcomes on the facts of an axis tell about the voices that had said them."""
    if not axis.reports:
        return {}
    nothing = Surroundings(window=timedelta())
    reported = {axis.timeline.of(claim).fact for claim, _ in axis.reports if claim in axis.claims}
    found: Mapping[VoiceId, Record] = {}
    for stint in axis.timeline.stints:
        if stint.fact in reported and stint.counting:
            found = added(found, observations(support_of(axis, stint, nothing)))
    return found


def added(
    totals: Mapping[VoiceId, Record], more: Mapping[VoiceId, Record], times: int = 1
) -> Mapping[VoiceId, Record]:
    """The totals with so many times these records."""
    if not more:
        return totals
    sums = dict(totals)
    for voice, record in more.items():
        sums[voice] = Record(
            successes=record.successes * times, failures=record.failures * times
        ) + sums.get(voice, UNKNOWN)
    return sums
