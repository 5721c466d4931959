"""The timeline of an axis: where each fact ends, which are in contest, and what holds when."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import itemgetter
from typing import Final, NamedTuple

from domain.axes.found import Enders, Found
from domain.axes.rows import excludes_any
from domain.axes.ruled import Ruled, apart
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


_NEVER: Final = Enders(None, None)
_NAME: Final = itemgetter(0)


def _kept(was: Stint | None, is_: Stint) -> Stint:
    """The same fact, as the one object that it was."""
    return is_ if was is None or was != is_ else was


@dataclass(frozen=True, kw_only=True, slots=True)
class Timeline:
    """The facts of an axis in order of place, hidden ones too, and what was decided of them.

    `parting` are the claims of those without which others would be joined. What follows from these
    is worked out when it is first asked for, and kept.
    """

    declaration: Declaration
    stints: tuple[Stint, ...]
    ruled: Ruled
    parting: frozenset[Seq] = field(compare=False, repr=False, default=frozenset())
    found: Found = field(init=False, compare=False, repr=False, default_factory=Found)

    @property
    def visible(self) -> tuple[Stint, ...]:
        """The facts that are shown to who asks what holds."""
        found = self.found
        if found.visible is None:
            found.visible = tuple(each for each in self.stints if each.is_visible)
        return found.visible

    def resuming(self, before: "Timeline") -> "Timeline":
        """This timeline, knowing what was worked out of another where it is the same in the two.

        One event changes little of a long axis.
        """
        if before.declaration != self.declaration:
            return self
        was = before.by_fact
        stints = [_kept(was.get(each.fact), each) for each in self.stints]
        timeline = replace(self, stints=tuple(stints))
        if self.declaration.temporal is Temporal.STATE:
            timeline.resume_ends(before)
        return timeline

    def resume_ends(self, before: "Timeline") -> None:
        """Know the ends of those facts that have nothing to do with what differs."""
        changed = self.differing_from(before)
        enders, stretches = self.found.enders, self.found.stretches
        taking_over = [
            stint
            for stint in (self.by_fact[fact] for fact in changed if fact in self.by_fact)
            if stint.is_visible and stint.end is None
        ]
        known = before.found
        for stint in self.stints:
            fact = stint.fact
            found = known.enders.get(fact)
            if (
                found is None
                or fact in changed
                or self._may_end(stint, found, taking_over, changed)
            ):
                continue
            enders[fact] = found
            if fact in known.stretches:
                stretches[fact] = known.stretches[fact]

    def _may_end(
        self, stint: Stint, known: Enders, others: Iterable[Stint], changed: AbstractSet[Seq]
    ) -> bool:
        """Whether a fact may end elsewhere than it did, where these are new or other than then."""
        first, second = known
        if (first and first.fact in changed) or (second and second.fact in changed):
            return True
        if stint.end is not None:
            return self.ruled.is_trimmed(stint.seqs)
        excludes, place = self.declaration.excludes, self._place
        limit = len(self.stints) if second is None else place[second.fact]
        return any(
            place[each.fact] < limit
            and excludes(each.line, stint.line)
            and comes_after(each, stint)
            for each in others
        )

    def differing_from(self, before: "Timeline") -> set[Seq]:
        """The facts, of either timeline, that differ in the two or were decided otherwise."""
        was, is_ = before.by_fact, self.by_fact
        found = {fact for fact in was if fact not in is_}
        for fact, stint in is_.items():
            known = was.get(fact)
            if known is not stint and known != stint:
                found.add(fact)
        for ruling in apart(self.ruled.rulings, before.ruled.rulings):
            for timeline in (before, self):
                of = timeline.by_claim
                found.update(of[claim].fact for claim in ruling.newcomer if claim in of)
        return found

    def of(self, claim: Seq) -> Stint:
        """The fact that this claim carries; KeyError where it is none of the axis."""
        return self.by_claim[claim]

    @property
    def by_fact(self) -> Mapping[Seq, Stint]:
        """The facts by their names, in order of these."""
        found = self.found
        if found.by_fact is None:
            named = sorted([(each.fact, each) for each in self.stints], key=_NAME)
            found.by_fact = dict(named)
        return found.by_fact

    @property
    def by_claim(self) -> Mapping[Seq, Stint]:
        """The facts by the claims that carry them."""
        found = self.found
        if found.by_claim is None:
            found.by_claim = {claim: each for each in self.stints for claim in each.seqs}
        return found.by_claim

    @property
    def _place(self) -> Mapping[Seq, int]:
        found = self.found
        if found.place is None:
            found.place = {each.fact: number for number, each in enumerate(self.stints)}
        return found.place

    def rivals(self, stint: Stint) -> tuple[Stint, ...]:
        """The visible facts of other values of its axes, in order of place."""
        if not excludes_any(self.declaration):
            return ()
        line = stint.line
        known = self.found.rivals.get(line)
        if known is None:
            excludes = self.declaration.excludes
            known = tuple(each for each in self.visible if excludes(each.line, line))
            self.found.rivals[line] = known
        return known

    def are_in_contest(self, one: Stint, other: Stint) -> bool:
        """Whether the two stand beside each other undecided."""
        return self.ruled.are_in_contest(one.seqs, other.seqs)

    def contests(self, stint: Stint) -> tuple[Stint, ...]:
        """The visible facts that a visible one is in contest with."""
        if not stint.is_visible or not self.ruled.is_in_contest(stint.seqs):
            return ()
        # By what was ruled: there may be many more rivals than contests.
        by_claim, excludes = self.by_claim, self.declaration.excludes
        facts = {
            by_claim[claim].fact: by_claim[claim]
            for claim in self.ruled.contested_with(stint.seqs)
            if claim in by_claim
        }
        found = (each for each in facts.values() if each.is_visible)
        contested = [each for each in found if excludes(each.line, stint.line)]
        return tuple(sorted(contested, key=lambda each: self._place[each.fact]))

    def followers(self, stint: Stint) -> Iterator[Stint]:
        """The visible facts of other values that come after it and are in no contest with it."""
        return (
            each
            for each in self._behind(stint)
            if comes_after(each, stint) and not self.are_in_contest(stint, each)
        )

    def _behind(self, stint: Stint) -> Iterator[Stint]:
        """The rivals among which are all that come after a fact, in order of place."""
        excludes, line = self.declaration.excludes, stint.line
        if not excludes_any(self.declaration):
            return iter(())
        # What comes after lies behind in order of place.
        first = self._place[stint.fact] + 1 if self._is_mine(stint) else 0
        behind = self.stints[first:]
        return (each for each in behind if each.is_visible and excludes(each.line, line))

    def _is_mine(self, stint: Stint) -> bool:
        """Whether it is a fact of this timeline, and not one that is held against it."""
        return self.by_claim.get(stint.fact) is stint

    def end(self, stint: Stint, *, apart_from: Stint | None = None) -> Bound | None:
        """The effective end: its own stated one, else where the next open value takes over.

        A stated end that a winner overlapped lies where the winner starts. Of a rival it may be
        asked where that would end, were it not for the fact that is held against it.
        """
        first, second = self.enders(stint)
        ender = second if first is apart_from else first
        return stint.end if ender is None else ender.place

    def ender(self, stint: Stint) -> Stint | None:
        """The fact at whose place it ends; None where it ends by itself, or never."""
        return self.enders(stint).first

    def enders(self, stint: Stint) -> Enders:
        """The fact at whose place it ends, and the one at whose place it would without that."""
        known = self.found.enders.get(stint.fact)
        if known is not None and self._is_mine(stint):
            return known
        if self.declaration.temporal is not Temporal.STATE or not excludes_any(self.declaration):
            return _NEVER
        found = self._enders(stint)
        if self._is_mine(stint):
            self.found.enders[stint.fact] = found
        return found

    def _enders(self, stint: Stint) -> Enders:
        if stint.end is None:
            found = (each for each in self.followers(stint) if each.end is None)
        elif not self.ruled.is_trimmed(stint.seqs):
            return _NEVER
        else:
            trims, seqs = self.ruled.trims, stint.seqs
            winners = (each for each in self.rivals(stint) if trims(each.seqs, seqs))
            found = (each for each in winners if comes_after(each, stint))
        return Enders(next(found, None), next(found, None))

    def stretch(self, stint: Stint) -> Stretch | None:
        """Where a fact certainly lies, from its place to its effective end; None if nowhere."""
        if not self._is_mine(stint):
            return self._stretch(stint)
        stretches = self.found.stretches
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
        segments = self.found.segments
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
        own = self.found.own
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
        if self.declaration.temporal is not Temporal.STATE or not excludes_any(self.declaration):
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
