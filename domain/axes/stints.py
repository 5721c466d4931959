"""A fact as its claims make it: its bounds, its place, and whether it comes after another."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from domain.axes.standing import Claim, standing_of
from domain.keys import LineKey
from domain.predicates import Temporal
from domain.words import VISIBLE, Seq, Status
from domain.worldtime.bounds import (
    FIRST,
    LAST,
    MOMENT,
    Bound,
    Order,
    Stretch,
    can_hold,
    exactly,
    order,
)
from domain.worldtime.dates import Precision
from domain.worldtime.stated import From, Open, end_bound


@dataclass(frozen=True, kw_only=True, slots=True)
class Stint:
    """One fact: a value over one stretch of world time, and the claims that carry it, by place.

    `end` is the stated one. `counting` are the claims that were not taken back: those that were
    still name it and count for nothing else.
    """

    fact: Seq
    line: LineKey
    claims: tuple[Claim, ...]
    counting: tuple[Claim, ...]
    seqs: frozenset[Seq]
    status: Status
    place: Bound
    is_undated: bool
    end: Bound | None
    last_seen: datetime

    @property
    def is_visible(self) -> bool:
        """Whether it is shown to who asks what holds."""
        return self.status in VISIBLE

    @property
    def is_mixed(self) -> bool:
        """Whether its claims stand differently."""
        return any(each.status is not self.counting[0].status for each in self.counting)

    def reaches_beyond(self, other: "Stint") -> bool:
        """Whether it may begin sooner than the other does, or end later."""
        here, there = self.place, other.place
        if here.earliest < there.earliest or here.latest < there.latest:
            return True
        return other.end is not None and (
            self.end is None
            or self.end.earliest > other.end.earliest
            or self.end.latest > other.end.latest
        )

    @property
    def bounds(self) -> tuple[LineKey, Bound, Bound | None]:
        """What moves it on its axis when it changes."""
        return self.line, self.place, self.end


class Row:
    """A fact that is becoming one: what its claims make of it so far, added in order of place."""

    place: Bound
    is_undated: bool
    end: Bound | None
    last_seen: datetime
    _first: Claim

    def __init__(self, claim: Claim, *, temporal: Temporal) -> None:
        self._temporal = temporal
        self.fact = claim.seq
        self.claims = [claim]
        self.seqs = {claim.seq}
        self.counting = [] if claim.retracted else [claim]
        self._begin(claim)

    def add(self, claim: Claim) -> None:
        """Let a claim continue it, which lies no sooner than the others."""
        self.claims.append(claim)
        self.seqs.add(claim.seq)
        self.fact = min(self.fact, claim.seq)
        if not claim.retracted:
            self.counting.append(claim)
            if len(self.counting) == 1:
                self._begin(claim)
        if claim.retracted and self.counting:
            return
        self.last_seen = max(self.last_seen, claim.observed_at)
        end = self._end_of(claim)
        if end is not None and (self.end is None or _lateness(end) > _lateness(self.end)):
            self.end = end

    @property
    def line(self) -> LineKey:
        """The value that all of its claims say."""
        return self.claims[0].line

    @property
    def is_visible(self) -> bool:
        """Whether it is shown, its claims being shown all or none."""
        return bool(self.counting) and self.counting[0].status in VISIBLE

    @property
    def stint(self) -> Stint:
        """The fact, as far as it has come."""
        claims = tuple(self.claims)
        is_whole = len(claims) == len(self.counting)
        return Stint(
            fact=self.fact,
            line=self.line,
            claims=claims,
            counting=claims if is_whole else tuple(self.counting),
            seqs=frozenset(self.seqs),
            status=standing_of(claims),
            place=self.place,
            is_undated=self.is_undated,
            end=self.end,
            last_seen=self.last_seen,
        )

    def _begin(self, first: Claim) -> None:
        """Let it lie where this claim does: those before it were taken back."""
        self._first = first
        self.place = first.place
        self.is_undated = first.is_undated
        self.last_seen = first.observed_at
        self.end = self._end_of(first)

    def _end_of(self, claim: Claim) -> Bound | None:
        end: Bound | None = None
        if not isinstance(claim.stated.end, Open):
            seen = Bound(earliest=FIRST, latest=self._first.observed_at)
            end = end_bound(claim.stated.end, start=seen if self.is_undated else self.place)
        return _end_of_event(claim) if end is None and self._temporal is Temporal.EVENT else end


def stint_of(claims: Sequence[Claim], *, temporal: Temporal) -> Stint:
    """The fact of these claims, which are in order of place."""
    row = Row(claims[0], temporal=temporal)
    for each in claims[1:]:
        row.add(each)
    return row.stint


def place_key(claim: Claim) -> tuple[datetime, datetime, Seq]:
    """What claims are sorted by: their places, as late as they may be, then their seqs."""
    place = claim.place
    return place.latest, place.earliest, claim.seq


def _lateness(end: Bound) -> tuple[datetime, datetime]:
    return end.latest, end.earliest


_NAMED: Final = {
    Precision.DAY: timedelta(days=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.SECOND: timedelta(seconds=1),
}


def _end_of_event(claim: Claim) -> Bound:
    """Where the stretch ends that the start of an event names."""
    start = claim.stated.start
    if not isinstance(start, From):
        return exactly(_later(claim.place.latest, MOMENT))
    return exactly(_later(start.bound.latest, _NAMED.get(start.precision, MOMENT)))


def _later(instant: datetime, by: timedelta) -> datetime:
    return instant + by if instant <= LAST - by else LAST


def comes_after(one: Stint | Row, other: Stint | Row, *, seen: datetime | None = None) -> bool:
    """Whether the first fact certainly comes after the other.

    Where a start was never stated, being seen last has to agree with the places. That the other
    was seen again where the first lies already, or later, tells nothing of their order. `seen` is
    when the first is seen last, where its row has not come as far.
    """
    last = one.last_seen if seen is None else max(seen, one.last_seen)
    match order(one.place, other.place):
        case Order.LATER:
            return _is_seen_later(one, other, last)
        case Order.EQUAL if one.is_undated and other.is_undated:
            return one.fact > other.fact and _is_seen_later(one, other, last)
        case _:
            return False


def _is_seen_later(one: Stint | Row, other: Stint | Row, last: datetime) -> bool:
    if (not one.is_undated and not other.is_undated) or last > other.last_seen:
        return True
    seen = _seen_until(other, one)
    # What was said of one instant is in the order in which it was said.
    return last >= seen if one.is_undated and other.is_undated else last > seen


def _seen_until(stint: Stint | Row, limit: Stint | Row) -> datetime:
    """When a fact was last seen by a claim that lies no later than where another begins."""
    sooner = (each.observed_at for each in stint.counting if not lies_later(each, limit))
    return max(sooner, default=stint.last_seen)


def lies_later(claim: Claim, stint: Stint | Row) -> bool:
    """Whether a claim certainly lies later than where a fact begins."""
    match order(claim.place, stint.place):
        case Order.LATER:
            return True
        case Order.EQUAL:
            return claim.is_undated and stint.is_undated and claim.seq > stint.fact
        case _:
            return False


def lies_sooner(claim: Claim, stint: Stint | Row) -> bool:
    """Whether a claim certainly lies sooner than where a fact begins."""
    match order(claim.place, stint.place):
        case Order.EARLIER:
            return True
        case Order.EQUAL:
            return claim.is_undated and stint.is_undated and claim.seq < stint.fact
        case _:
            return False


def on_world(start: Bound, end: Bound | None) -> Stretch | None:
    """The stretch between these bounds; None where it can hold at no instant."""
    return Stretch(start=start, end=end) if can_hold(start, end) else None
