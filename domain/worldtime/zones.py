"""Time zones: which instants a clock on the wall can have meant, and when a day begins there.

The rules come from the caller, with their name and edition; nothing here asks the host for any.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo


@dataclass(frozen=True, kw_only=True, slots=True)
class ZoneEdition:
    """The name of a zone, and the version of the tzdata package that its rules are of."""

    name: str
    tzdata: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Zone:
    """A zone whose rules are at hand."""

    edition: ZoneEdition
    rules: tzinfo


def instants_of(wall: datetime, zone: Zone) -> tuple[datetime, ...]:
    """The instants at which a clock in this zone shows a time, given without a zone, in order.

    None where clocks skip it, two where they show it twice. Raises OverflowError where an instant
    is not within the years 0001 to 9999 of UTC.
    """
    before, after = _either_side(wall, zone)
    if before == after:
        return (before,)
    return (before, after) if before < after else ()


def first_instant_of(day: date, zone: Zone) -> datetime:
    """When a day begins: at its first 00:00, or where clocks skip that, once they have.

    For a day that is skipped whole, when the next begins. Raises OverflowError where it is not
    within the years 0001 to 9999 of UTC.
    """
    midnight = datetime.combine(day, time.min)
    before, after = _either_side(midnight, zone)
    return before if before <= after else _end_of_gap(midnight, zone, after, before)


def _either_side(wall: datetime, zone: Zone) -> tuple[datetime, datetime]:
    """The time by the offset before a change of clocks nearby, and by the one after it.

    They are in order where clocks show it twice, and out of it where they skip it (PEP 495).
    """
    aware = wall.replace(tzinfo=zone.rules)
    return aware.replace(fold=0).astimezone(UTC), aware.replace(fold=1).astimezone(UTC)


def _end_of_gap(wall: datetime, zone: Zone, low: datetime, high: datetime) -> datetime:
    # What clocks showed at `low` is before the time that they skip, and at `high` after it.
    while high - low > datetime.resolution:
        middle = low + (high - low) // 2
        shown = middle.astimezone(zone.rules).replace(tzinfo=None)
        low, high = (low, middle) if shown >= wall else (middle, high)
    return high
