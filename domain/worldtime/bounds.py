"""Bounds of world time: between which instants a start or an end lies, and what is certain of it.

Instants are in UTC, to the microsecond. A stretch holds from its start on until just before its
end, wherever within their bounds these two may lie.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

FIRST: Final = datetime.min.replace(tzinfo=UTC)
"""The first instant that is kept: there is no year before 0001."""

LAST: Final = datetime.max.replace(tzinfo=UTC)
"""The last instant that is kept: there is no year after 9999."""

MOMENT: Final = timedelta(microseconds=1)
"""From one instant to the next."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Bound:
    """A start or an end that lies at one of these instants or between them.

    Raises ValueError where they are not in UTC, or not in order.
    """

    earliest: datetime
    latest: datetime

    def __post_init__(self) -> None:
        earliest, latest = self.earliest, self.latest
        if earliest.tzinfo is not UTC or latest.tzinfo is not UTC:
            raise ValueError("the instants of a bound are in UTC")
        if earliest is not latest and earliest > latest:
            raise ValueError("a bound has its earliest instant first")

    @property
    def is_exact(self) -> bool:
        """Whether it is known to the instant."""
        return self.earliest == self.latest


def exactly(instant: datetime) -> Bound:
    """The bound that lies at this instant."""
    return Bound(earliest=instant, latest=instant)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stretch:
    """From when until when something holds; without an end it holds until further notice.

    Raises ValueError where it would hold at no instant.
    """

    start: Bound
    end: Bound | None

    def __post_init__(self) -> None:
        if not can_hold(self.start, self.end):
            raise ValueError("a stretch holds at some instant")


def can_hold(start: Bound, end: Bound | None) -> bool:
    """Whether something with these bounds can hold at any instant."""
    return end is None or start.earliest < end.latest


class Certainty(StrEnum):
    """How sure it is that something holds at an instant."""

    DEFINITE = "definite"
    POSSIBLE = "possible"


def certainty(stretch: Stretch, at: datetime) -> Certainty | None:
    """Whether the stretch holds at this instant for certain or perhaps; None if it can't."""
    start, end = stretch.start, stretch.end
    if start.latest <= at and (end is None or at < end.earliest):
        return Certainty.DEFINITE
    if start.earliest <= at and (end is None or at < end.latest):
        return Certainty.POSSIBLE
    return None


class Order(StrEnum):
    """Where one bound lies as seen from another, as far as it is certain."""

    EARLIER = "earlier"
    EQUAL = "equal"
    LATER = "later"
    UNTOLD = "untold"
    """Their instants overlap, so that it can't be told."""


def order(bound: Bound, other: Bound) -> Order:
    """Where the first bound lies as seen from the other."""
    if bound.earliest > other.latest:
        return Order.LATER
    if bound.latest < other.earliest:
        return Order.EARLIER
    return Order.EQUAL if bound.is_exact and other.is_exact else Order.UNTOLD


def certainly_overlap(one: Stretch, other: Stretch) -> bool:
    """Whether they share an instant wherever their bounds lie, neither being empty.

    Neither need hold definitely at any: what began and ended some time in a year surely overlaps
    what held all that year.
    """
    return _starts_before_the_end(one, other) and _starts_before_the_end(other, one)


def starts_at_or_after_the_end(stretch: Stretch, other: Stretch) -> bool:
    """Whether the first stretch certainly starts no earlier than the other, stated end ends."""
    return other.end is not None and stretch.start.earliest >= other.end.latest


def _starts_before_the_end(one: Stretch, other: Stretch) -> bool:
    if other.end is None:
        return True
    # A bound goes no further than leaves its own stretch a moment to hold.
    latest_start = one.start.latest
    if one.end is not None:
        latest_start = min(latest_start, one.end.latest - MOMENT)
    return latest_start < max(other.end.earliest, other.start.earliest + MOMENT)
