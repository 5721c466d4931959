"""The timeline of an axis: where each fact ends, which are in contest, and what holds when."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from domain.axes.rows import excludes_any, standing_class
from domain.axes.ruled import Ruled
from domain.axes.segments import (
    ALWAYS,
    Segment,
    certainty_at,
    interrupted,
    joined,
    possible_outside,
    segments_of,
)
from domain.axes.stints import Stint, comes_after, on_world
from domain.keys import LineKey
from domain.predicates import Declaration, Temporal
from domain.words import Seq
from domain.worldtime.bounds import FIRST, Bound, Certainty, Stretch, exactly


class Held(NamedTuple):
    """A fact that holds at an instant, how surely, and whether another value is in contest."""

    stint: Stint
    certainty: Certainty
    contested: bool


class Interval(NamedTuple):
    """From when until when the same facts hold; without an end the last one goes on."""

    start: datetime
    end: datetime | None
    held: tuple[Held, ...]


class _Found:
    """What was worked out of a timeline, each thing once and only if it is asked for."""

    def __init__(self, stints: tuple[Stint, ...]) -> None:
        self._stints = stints
        self.rivals = dict[LineKey, tuple[Stint, ...]]()
        self.ends = dict[Seq, Bound | None]()
        self.stretches = dict[Seq, Stretch | None]()
        self.own = dict[Seq, tuple[Segment, ...]]()
        self.segments = dict[Seq, tuple[Segment, ...]]()

    @cached_property
    def visible(self) -> tuple[Stint, ...]:
        return tuple(each for each in self._stints if each.is_visible)

    @cached_property
    def by_claim(self) -> Mapping[Seq, Stint]:
        return {claim: each for each in self._stints for claim in each.seqs}

    @cached_property
    def place(self) -> Mapping[Seq, int]:
        return {each.fact: number for number, each in enumerate(self._stints)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Timeline:
    """The facts of an axis in order of place, hidden ones too, and what was decided of them.

    What follows from these is worked out when it is first asked for, and kept.
    """

    declaration: Declaration
    stints: tuple[Stint, ...]
    ruled: Ruled
    _found: _Found = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", _Found(self.stints))

    @property
    def visible(self) -> tuple[Stint, ...]:
        """The facts that are shown to who asks what holds."""
        return self._found.visible

    def without(self, stint: Stint) -> "Timeline | None":
        """The timeline were it not for the claims of this fact; None where rows may join again."""
        if not self._is_mine(stint) or not self._leaves_rows_as_they_are(stint):
            return None
        left = tuple(each for each in self.stints if each is not stint)
        return Timeline(declaration=self.declaration, stints=left, ruled=self.ruled)

    def _leaves_rows_as_they_are(self, stint: Stint) -> bool:
        """Whether no other fact ends where it is cut by this one: what is hidden cuts nothing."""
        if not stint.is_visible:
            return True
        others = [
            (each.line, standing_class(each.claims[0])) for each in self.stints if each is not stint
        ]
        return len(set(others)) == len(others)

    def of(self, claim: Seq) -> Stint:
        """The fact that this claim carries; KeyError where it is none of the axis."""
        return self._found.by_claim[claim]

    def rivals(self, stint: Stint) -> tuple[Stint, ...]:
        """The visible facts of other values of its axes, in order of place."""
        if not excludes_any(self.declaration):
            return ()
        line = stint.line
        known = self._found.rivals.get(line)
        if known is None:
            excludes = self.declaration.excludes
            known = tuple(each for each in self.visible if excludes(each.line, line))
            self._found.rivals[line] = known
        return known

    def are_in_contest(self, one: Stint, other: Stint) -> bool:
        """Whether the two stand beside each other undecided."""
        return self.ruled.are_in_contest(one.seqs, other.seqs)

    def contests(self, stint: Stint) -> tuple[Stint, ...]:
        """The visible facts that a visible one is in contest with."""
        if not stint.is_visible or not self.ruled.is_in_contest(stint.seqs):
            return ()
        return tuple(each for each in self.rivals(stint) if self.are_in_contest(stint, each))

    def followers(self, stint: Stint) -> Iterator[Stint]:
        """The visible facts of other values that come after it and are in no contest with it."""
        return (
            each
            for each in self._behind(stint)
            if comes_after(each, stint) and not self.are_in_contest(stint, each)
        )

    def _behind(self, stint: Stint) -> tuple[Stint, ...]:
        """The rivals among which are all that come after a fact."""
        rivals = self.rivals(stint)
        if not self._is_mine(stint):
            return rivals
        # What comes after lies behind in order of place.
        place = self._found.place
        return rivals[bisect_right(rivals, place[stint.fact], key=lambda each: place[each.fact]) :]

    def _is_mine(self, stint: Stint) -> bool:
        """Whether it is a fact of this timeline, and not one that is held against it."""
        return self._found.by_claim.get(stint.fact) is stint

    def end(self, stint: Stint) -> Bound | None:
        """The effective end: its own stated one, else where the next open value takes over.

        A stated end that a winner overlapped lies where the winner starts.
        """
        if self.declaration.temporal is not Temporal.STATE:
            return stint.end
        if not self._is_mine(stint):
            return self._end(stint)
        ends = self._found.ends
        if stint.fact not in ends:
            ends[stint.fact] = self._end(stint)
        return ends[stint.fact]

    def _end(self, stint: Stint) -> Bound | None:
        if stint.end is not None:
            winners = (each for each in self.rivals(stint) if self._trims(each, stint))
            return next((each.place for each in winners), stint.end)
        return next((each.place for each in self.followers(stint) if each.end is None), None)

    def _trims(self, winner: Stint, stint: Stint) -> bool:
        return self.ruled.trims(winner.seqs, stint.seqs) and comes_after(winner, stint)

    def stretch(self, stint: Stint) -> Stretch | None:
        """Where a fact certainly lies, from its place to its effective end; None if nowhere."""
        if not self._is_mine(stint):
            return self._stretch(stint)
        stretches = self._found.stretches
        if stint.fact not in stretches:
            stretches[stint.fact] = self._stretch(stint)
        return stretches[stint.fact]

    def _stretch(self, stint: Stint) -> Stretch | None:
        is_event = self.declaration.temporal is Temporal.EVENT
        start = exactly(stint.place.earliest) if is_event else stint.place
        return on_world(start, self.end(stint))

    def segments(self, stint: Stint) -> tuple[Segment, ...]:
        """Where a fact of the timeline holds, were it visible, in order.

        No two that meet are alike. What holds at every instant begins at the first that is kept.
        """
        segments = self._found.segments
        if stint.fact not in segments:
            segments[stint.fact] = self._segments(stint)
        return segments[stint.fact]

    def certainty(self, stint: Stint, at: datetime) -> Certainty | None:
        """How surely a fact holds at an instant, were it visible; None where it does not."""
        return certainty_at(self.segments(stint), at)

    def held(self, at: datetime) -> tuple[Held, ...]:
        """The visible facts that hold at an instant, definitely or perhaps, in order of place."""
        found = ((each, self.certainty(each, at)) for each in self.visible)
        return tuple(Held(stint, sure, bool(self.contests(stint))) for stint, sure in found if sure)

    def intervals(self) -> tuple[Interval, ...]:
        """The axis from the first instant on, as stretches in which the same holds."""
        edges = sorted({FIRST, *self._edges()})
        found: list[Interval] = []
        for start, end in zip(edges, [*edges[1:], None], strict=True):
            held = self.held(start)
            if found and found[-1].held == held:
                found[-1] = found[-1]._replace(end=end)
            else:
                found.append(Interval(start, end, held))
        return tuple(found)

    def _edges(self) -> Iterator[datetime]:
        for stint in self.visible:
            for start, end, _ in self.segments(stint):
                yield start
                if end is not None:
                    yield end

    def _segments(self, stint: Stint) -> tuple[Segment, ...]:
        found = self._from_its_place(stint)
        if not stint.is_undated or self.declaration.temporal is Temporal.CONSTANT:
            return found
        return joined([*self._before_its_place(stint), *found])

    def _from_its_place(self, stint: Stint) -> tuple[Segment, ...]:
        own = self._found.own
        if stint.fact not in own:
            own[stint.fact] = self._own(stint)
        return own[stint.fact]

    def _own(self, stint: Stint) -> tuple[Segment, ...]:
        if self.declaration.temporal is Temporal.CONSTANT:
            return ALWAYS
        stretch = self.stretch(stint)
        if stretch is None:
            return ()
        segments = segments_of(stretch)
        if self.declaration.temporal is not Temporal.STATE:
            return segments
        return interrupted(segments, [*self._interruptions(stint, until=segments[-1].end)])

    def _interruptions(self, stint: Stint, *, until: datetime | None) -> Iterator[Segment]:
        """Where what only interrupts it holds."""
        for each in self._behind(stint):
            if each.end is None or (until is not None and each.place.earliest >= until):
                continue
            if comes_after(each, stint) and not self.are_in_contest(stint, each):
                between = self.stretch(each)
                yield from () if between is None else segments_of(between)

    def _before_its_place(self, stint: Stint) -> Iterator[Segment]:
        """Before it was first seen it possibly held, where no other value of its axis does.

        Of several such facts only the earliest did. What was seen only after its stated end lies
        at that end, and possibly held before it.
        """
        limit = stint.place.latest
        if stint.end is not None:
            limit = min(limit, stint.end.latest)
        rivals = self.rivals(stint)
        seen = (stint.place.latest, stint.fact)
        earlier = max(
            (
                each.place.latest
                for each in rivals
                if each.is_undated and (each.place.latest, each.fact) < seen
            ),
            default=FIRST,
        )
        if earlier >= limit:
            return iter(())
        taken = [
            segment
            for each in rivals
            if each.place.earliest < limit
            for segment in self._from_its_place(each)
        ]
        return possible_outside(earlier, limit, taken)
