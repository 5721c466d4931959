"""What a claim states of its stretch of world time: a start and an end, as given and as resolved.

The instants, and the zone with the edition of its rules, stay with each text: what is stored is
never resolved again.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from domain.worldtime.bounds import FIRST, Bound, Stretch, exactly
from domain.worldtime.dates import Precision, Qualifier
from domain.worldtime.zones import ZoneEdition

OPEN: Final = ".."
"""How people write that a stretch has no start, or no end yet."""

UNKNOWN: Final = ""
"""How they write that it has one, and its date is not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dated:
    """A start or an end that has a date: the text as given, and where it lies.

    `zone` is None where the text told its offset itself.
    """

    text: str
    precision: Precision
    qualifier: Qualifier | None
    zone: ZoneEdition | None
    bound: Bound


@dataclass(frozen=True, kw_only=True, slots=True)
class From(Dated):
    """It began then: at a day's or a time's first instant, or somewhere in a longer period."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Until(Dated):
    """It had ended then, that instant no longer included; or it ended somewhere in the period."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Through(Dated):
    """It held for all of the period and ended with it, exactly."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Always:
    """It had no start, as was said: it held from the first instant that is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Undated:
    """Its start is unknown: `said` to be, or none was given.

    It begins exactly at the fact's first `observed_at`, and before that it possibly held.
    """

    said: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Open:
    """It holds until further notice: `said` to be open, or no end was given."""

    said: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Ended:
    """It has ended, nobody said when: no later than at this `observed_at`."""

    by: datetime


Start = From | Always | Undated
End = Until | Through | Open | Ended


@dataclass(frozen=True, kw_only=True, slots=True)
class Stated:
    """A start and an end with which a claim can hold at some instant."""

    start: Start
    end: End


def start_bound(start: Start, *, observed_at: datetime) -> Bound:
    """Where a start lies, for a fact that was first observed then."""
    match start:
        case From():
            return start.bound
        case Always():
            return exactly(FIRST)
        case Undated():
            return Bound(earliest=FIRST, latest=observed_at)
        case _:
            assert_never(start)


def end_bound(end: End, *, start: Bound) -> Bound | None:
    """Where an end lies, for what starts there; None while it is open."""
    match end:
        case Until() | Through():
            return end.bound
        case Open():
            return None
        case Ended():
            return Bound(earliest=min(start.earliest, end.by), latest=end.by)
        case _:
            assert_never(end)


def stretch_of(stated: Stated, *, observed_at: datetime) -> Stretch:
    """The stretch that a claim states, which was observed then."""
    start = start_bound(stated.start, observed_at=observed_at)
    return Stretch(start=start, end=end_bound(stated.end, start=start))
