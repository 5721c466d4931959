"""A fact as its claims make it: its bounds, its place, and whether it comes after another."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from domain.axes.standing import Claim, standing_of
from domain.keys import LineKey
from domain.predicates import Temporal
from domain.words import Seq, Status, is_visible
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
from domain.worldtime.stated import From, end_bound


@dataclass(frozen=True, kw_only=True, slots=True)
class Stint:
    """One fact: a value over one stretch of world time, and the claims that carry it, by place.

    `end` is the stated one. Claims that were taken back still name it and count for nothing else.
    """

    fact: Seq
    line: LineKey
    claims: tuple[Claim, ...]
    seqs: frozenset[Seq]
    status: Status
    place: Bound
    is_undated: bool
    end: Bound | None
    last_seen: datetime

    @property
    def is_visible(self) -> bool:
        """Whether it is shown to who asks what holds."""
        return is_visible(self.status)

    @property
    def is_mixed(self) -> bool:
        """Whether its claims stand differently."""
        return len({each.status for each in self.claims if not each.retracted}) > 1

    @property
    def counting(self) -> tuple[Claim, ...]:
        """The claims that were not taken back."""
        return tuple(each for each in self.claims if not each.retracted)

    @property
    def bounds(self) -> tuple[LineKey, Bound, Bound | None]:
        """What moves it on its axis when it changes."""
        return self.line, self.place, self.end


def stint_of(claims: Sequence[Claim], *, temporal: Temporal) -> Stint:
    """The fact of these claims, which are in order of place."""
    counting = [each for each in claims if not each.retracted] or list(claims)
    first = min(counting, key=place_key)
    return Stint(
        fact=min(each.seq for each in claims),
        line=first.line,
        claims=tuple(claims),
        seqs=frozenset(each.seq for each in claims),
        status=standing_of(claims),
        place=first.place,
        is_undated=first.is_undated,
        end=_end(counting, first, temporal),
        last_seen=max(each.observed_at for each in counting),
    )


def place_key(claim: Claim) -> tuple[datetime, datetime, Seq]:
    """What claims are sorted by: their places, as late as they may be, then their seqs."""
    place = claim.place
    return place.latest, place.earliest, claim.seq


def _end(claims: Sequence[Claim], first: Claim, temporal: Temporal) -> Bound | None:
    start = Bound(earliest=FIRST, latest=first.observed_at) if first.is_undated else first.place
    ends = [end_bound(each.stated.end, start=start) for each in claims]
    if temporal is Temporal.EVENT:
        ends = [end or _end_of_event(each) for end, each in zip(ends, claims, strict=True)]
    stated = [each for each in ends if each is not None]
    return max(stated, key=lambda end: (end.latest, end.earliest), default=None)


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


def comes_after(one: Stint, other: Stint) -> bool:
    """Whether the first fact certainly comes after the other.

    Where a start was never stated, being seen last has to agree with the places. That the other
    was seen again where the first lies already, or later, tells nothing of their order.
    """
    match order(one.place, other.place):
        case Order.LATER:
            return _is_seen_later(one, other)
        case Order.EQUAL if one.is_undated and other.is_undated:
            return one.fact > other.fact and _is_seen_later(one, other)
        case _:
            return False


def _is_seen_later(one: Stint, other: Stint) -> bool:
    if not one.is_undated and not other.is_undated:
        return True
    seen = _seen_until(other, one)
    if one.is_undated and other.is_undated:
        # What was said of one instant is in the order in which it was said.
        return one.last_seen >= seen
    return one.last_seen > seen


def _seen_until(stint: Stint, limit: Stint) -> datetime:
    """When a fact was last seen by a claim that lies no later than where another begins."""
    sooner = (each.observed_at for each in stint.counting if not lies_later(each, limit))
    return max(sooner, default=stint.last_seen)


def lies_later(claim: Claim, stint: Stint) -> bool:
    """Whether a claim certainly lies later than where a fact begins."""
    match order(claim.place, stint.place):
        case Order.LATER:
            return True
        case Order.EQUAL:
            return claim.is_undated and stint.is_undated and claim.seq > stint.fact
        case _:
            return False


def lies_sooner(claim: Claim, stint: Stint) -> bool:
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
