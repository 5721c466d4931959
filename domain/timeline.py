"""The timeline of an axis: where each fact ends, which are in contest, and what holds when."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from domain.bounds import FIRST, Bound, Certainty, Stretch, certainty, exactly
from domain.predicates import Declaration, Temporal
from domain.rows import in_contest, is_contest
from domain.standing import Ruling
from domain.stints import Stint, comes_after, on_world
from domain.words import Seq, Verdict


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Timeline:
    """The facts of an axis in order of place, hidden ones too, and what was decided of them."""

    declaration: Declaration
    stints: tuple[Stint, ...]
    rulings: tuple[Ruling, ...]

    @property
    def visible(self) -> tuple[Stint, ...]:
        """The facts that are shown to who asks what holds."""
        return tuple(each for each in self.stints if each.is_visible)

    def of(self, claim: Seq) -> Stint:
        """The fact that this claim carries; KeyError where it is none of the axis."""
        for each in self.stints:
            if claim in each.seqs:
                return each
        raise KeyError(claim)

    def rivals(self, stint: Stint) -> Iterator[Stint]:
        """The visible facts of other values of its axes."""
        return (
            each
            for each in self.stints
            if each.is_visible and self.declaration.excludes(each.line, stint.line)
        )

    def contests(self, stint: Stint) -> tuple[Stint, ...]:
        """The visible facts that a visible one is in contest with."""
        if not stint.is_visible:
            return ()
        contests = tuple(filter(is_contest, self.rulings))
        return tuple(each for each in self.rivals(stint) if in_contest(stint, each, contests))

    def followers(self, stint: Stint) -> Iterator[Stint]:
        """The visible facts of other values that come after it and are in no contest with it."""
        contests = tuple(filter(is_contest, self.rulings))
        return (
            each
            for each in self.rivals(stint)
            if comes_after(each, stint) and not in_contest(each, stint, contests)
        )

    def end(self, stint: Stint) -> Bound | None:
        """The effective end: its own stated one, else where the next open value takes over.

        A stated end that a winner overlapped lies where the winner starts.
        """
        if self.declaration.temporal is not Temporal.STATE:
            return stint.end
        trimming = [each for each in self.rivals(stint) if self._trims(each, stint)]
        if stint.end is not None and not trimming:
            return stint.end
        cutting = [each for each in self.followers(stint) if each.end is None]
        places = [each.place for each in trimming or cutting]
        return min(places, key=lambda place: (place.latest, place.earliest), default=None)

    def stretch(self, stint: Stint) -> Stretch | None:
        """Where a fact certainly lies, from its place to its effective end; None if nowhere."""
        is_event = self.declaration.temporal is Temporal.EVENT
        start = exactly(stint.place.earliest) if is_event else stint.place
        return on_world(start, self.end(stint))

    def _trims(self, winner: Stint, loser: Stint) -> bool:
        return loser.end is not None and any(
            each.trims and each.about(winner.seqs, loser.seqs) and comes_after(winner, loser)
            for each in self.rulings
            if each.verdict is Verdict.SUPERSEDES
        )

    def certainty(self, stint: Stint, at: datetime) -> Certainty | None:
        """How surely a fact holds at an instant, were it visible; None where it does not."""
        held = self._from_its_place(stint, at)
        if held is not None or not stint.is_undated or at >= stint.place.latest:
            return held
        return self._before_its_place(stint, at)

    def held(self, at: datetime) -> tuple[Held, ...]:
        """The visible facts that hold at an instant, definitely or perhaps, in order of place."""
        found = ((each, self.certainty(each, at)) for each in self.stints if each.is_visible)
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
            for bound in (stint.place, stint.end, self.end(stint)):
                if bound is not None:
                    yield from (bound.earliest, bound.latest)

    def _from_its_place(self, stint: Stint, at: datetime) -> Certainty | None:
        if self.declaration.temporal is Temporal.CONSTANT:
            return Certainty.DEFINITE
        stretch = self.stretch(stint)
        held = None if stretch is None else certainty(stretch, at)
        is_state = self.declaration.temporal is Temporal.STATE
        return self._interrupted(stint, at, held) if held and is_state else held

    def _interrupted(self, stint: Stint, at: datetime, held: Certainty) -> Certainty | None:
        """How surely it holds, where what only interrupts it may hold too."""
        for each in self.followers(stint):
            between = None if each.end is None else self.stretch(each)
            match None if between is None else certainty(between, at):
                case Certainty.DEFINITE:
                    return None
                case Certainty.POSSIBLE:
                    held = Certainty.POSSIBLE
                case _:
                    pass
        return held

    def _before_its_place(self, stint: Stint, at: datetime) -> Certainty | None:
        """Before it was first seen it possibly held, where no other value of its axis does.

        Of several such facts only the earliest did. What was seen only after its stated end lies
        at that end, and possibly held before it.
        """
        if stint.end is not None and at >= stint.end.latest:
            return None
        for each in self.rivals(stint):
            if self._from_its_place(each, at) is not None:
                return None
            earlier = (each.place.latest, each.fact) < (stint.place.latest, stint.fact)
            if each.is_undated and earlier and at < each.place.latest:
                return None
        return Certainty.POSSIBLE
