"""The timeline of an axis: where each fact ends, which are in contest, and what holds when."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from domain.axes.rows import is_contest
from domain.axes.standing import Ruling
from domain.axes.stints import Stint, comes_after, on_world
from domain.predicates import Declaration, Temporal
from domain.words import Seq
from domain.worldtime.bounds import FIRST, Bound, Certainty, Stretch, certainty, exactly


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
    """The facts of an axis in order of place, hidden ones too, and what was decided of them.

    Which of them are at odds is worked out once, from the rulings.
    """

    declaration: Declaration
    stints: tuple[Stint, ...]
    rulings: tuple[Ruling, ...]
    _by_claim: Mapping[Seq, Stint] = field(init=False, compare=False, repr=False)
    _place: Mapping[Seq, int] = field(init=False, compare=False, repr=False)
    _opponents: Mapping[Seq, frozenset[Seq]] = field(init=False, compare=False, repr=False)
    _trimming: Mapping[Seq, frozenset[Seq]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        by_claim = {claim: each for each in self.stints for claim in each.seqs}
        place = {each.fact: number for number, each in enumerate(self.stints)}
        object.__setattr__(self, "_by_claim", by_claim)
        object.__setattr__(self, "_place", place)
        object.__setattr__(self, "_opponents", _opponents(self.rulings, by_claim))
        object.__setattr__(self, "_trimming", _trimming(self.rulings, by_claim))

    @property
    def visible(self) -> tuple[Stint, ...]:
        """The facts that are shown to who asks what holds."""
        return tuple(each for each in self.stints if each.is_visible)

    def of(self, claim: Seq) -> Stint:
        """The fact that this claim carries; KeyError where it is none of the axis."""
        return self._by_claim[claim]

    def rivals(self, stint: Stint) -> Iterator[Stint]:
        """The visible facts of other values of its axes, in order of place."""
        return self._rivals(stint, self.stints)

    def are_in_contest(self, one: Stint, other: Stint) -> bool:
        """Whether the two stand beside each other undecided."""
        return other.fact in self._opponents.get(one.fact, ())

    def contests(self, stint: Stint) -> tuple[Stint, ...]:
        """The visible facts that a visible one is in contest with."""
        if not stint.is_visible or stint.fact not in self._opponents:
            return ()
        return tuple(each for each in self.rivals(stint) if self.are_in_contest(stint, each))

    def followers(self, stint: Stint) -> Iterator[Stint]:
        """The visible facts of other values that come after it and are in no contest with it."""
        # What comes after lies behind in order of place.
        behind = self.stints[self._place.get(stint.fact, -1) + 1 :]
        return (
            each
            for each in self._rivals(stint, behind)
            if comes_after(each, stint) and not self.are_in_contest(stint, each)
        )

    def end(self, stint: Stint) -> Bound | None:
        """The effective end: its own stated one, else where the next open value takes over.

        A stated end that a winner overlapped lies where the winner starts.
        """
        if self.declaration.temporal is not Temporal.STATE:
            return stint.end
        if stint.end is not None:
            trimming = self._trimming.get(stint.fact, frozenset())
            return next(
                (
                    each.place
                    for each in self.rivals(stint)
                    if each.fact in trimming and comes_after(each, stint)
                ),
                stint.end,
            )
        return next((each.place for each in self.followers(stint) if each.end is None), None)

    def _rivals(self, stint: Stint, among: Iterable[Stint]) -> Iterator[Stint]:
        excludes, line = self.declaration.excludes, stint.line
        return (each for each in among if each.is_visible and excludes(each.line, line))

    def stretch(self, stint: Stint) -> Stretch | None:
        """Where a fact certainly lies, from its place to its effective end; None if nowhere."""
        is_event = self.declaration.temporal is Temporal.EVENT
        start = exactly(stint.place.earliest) if is_event else stint.place
        return on_world(start, self.end(stint))

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


def _opponents(
    rulings: Iterable[Ruling], by_claim: Mapping[Seq, Stint]
) -> dict[Seq, frozenset[Seq]]:
    """By fact, those that it is in contest with, shown or not."""
    found: dict[Seq, frozenset[Seq]] = {}
    for each in filter(is_contest, rulings):
        newcomers, rivals = _facts(each.newcomer, by_claim), _facts(each.rival, by_claim)
        for here, there in ((newcomers, rivals), (rivals, newcomers)):
            for fact in here:
                found[fact] = found.get(fact, frozenset()) | there
    return found


def _trimming(
    rulings: Iterable[Ruling], by_claim: Mapping[Seq, Stint]
) -> dict[Seq, frozenset[Seq]]:
    """By fact, those that won against its stated end."""
    found: dict[Seq, frozenset[Seq]] = {}
    for each in rulings:
        if each.trims:
            for fact in _facts(each.rival, by_claim):
                winners = _facts(each.newcomer, by_claim)
                found[fact] = found.get(fact, frozenset()) | winners
    return found


def _facts(claims: Iterable[Seq], by_claim: Mapping[Seq, Stint]) -> frozenset[Seq]:
    return frozenset(by_claim[claim].fact for claim in claims if claim in by_claim)
