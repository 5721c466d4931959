"""Dates and times as people write them, and the period that each of them names.

`2024`, `2024-05`, `2024-05-17` (an offset may follow), `202X`, and times of day by the minute or
finer, with an offset or in the ledger's zone; `?`, `~` or `%` may stand at the end.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final

from domain.moments import parse_instant
from domain.refusals import Refusal
from domain.worldtime.zones import Zone, ZoneEdition, first_instant_of, instants_of


class Precision(StrEnum):
    """The smallest unit that was written; `instant` stands for any fraction of a second."""

    DECADE = "decade"
    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    MINUTE = "minute"
    SECOND = "second"
    INSTANT = "instant"

    @property
    def is_exact(self) -> bool:
        """Whether a start or an end so written lies at the period's first instant.

        Otherwise it lies somewhere in the period.
        """
        return self not in {Precision.DECADE, Precision.YEAR, Precision.MONTH}


class Qualifier(StrEnum):
    """What was said of a date's own certainty (EDTF, level 1); it is kept and moves no bound."""

    UNCERTAIN = "?"
    APPROXIMATE = "~"
    UNCERTAIN_AND_APPROXIMATE = "%"


@dataclass(frozen=True, kw_only=True, slots=True)
class Period:
    """What a text names: from its first instant until just before the first one after it.

    These are None where they are not within the years 0001 to 9999, there or in UTC; `zone` is
    None where the text told its offset itself.
    """

    text: str
    precision: Precision
    qualifier: Qualifier | None
    zone: ZoneEdition | None
    first: datetime | None
    after: datetime | None


_WRITTEN: Final = re.compile(
    r"(?:(?P<decade>[0-9]{3})X"
    r"|(?P<year>[0-9]{4})"
    r"|(?P<month>[0-9]{4}-[0-9]{2})"
    r"|(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt](?P<minute>[0-9]{2}:[0-9]{2})(?P<second>:[0-9]{2}(?P<fraction>\.[0-9]+)?)?)?"
    r"(?P<offset>[Zz]|[+-][0-9]{2}:[0-9]{2})?)"
    r"(?P<qualifier>[?~%])?",
    re.ASCII,
)

_SHAPES: Final = (
    "write it like 2024, 2024-05, 2024-05-17, 2024-05-17T09:00, 2024-05-17T09:00:00+02:00 or 202X; "
    "?, ~ or % may follow"
)

_UNKEPT: Final[tuple[tuple[re.Pattern[str], str, str], ...]] = (
    (
        re.compile(r"[+-]?inf(?:inity)?", re.ASCII | re.IGNORECASE),
        "not_a_date",
        "infinity is no date: write .. for an end that is open",
    ),
    (
        re.compile(r"-[0-9].*|[0-9]+ ?BCE?", re.ASCII | re.IGNORECASE),
        "out_of_range",
        "years before 0001 are not kept: use 0001 to 9999",
    ),
    (
        # Not eight digits: those are a day without its hyphens.
        re.compile(r"(?:Y|\+)?[0-9]{5,7}(?:-.*)?", re.ASCII),
        "out_of_range",
        "years after 9999 are not kept: use 0001 to 9999, or .. for an end that is open",
    ),
)

_UNITS: Final = {
    Precision.DAY: timedelta(days=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.SECOND: timedelta(seconds=1),
}


# Whoever tells one fact again, or of several that began together, writes the same few dates.
@lru_cache(maxsize=256)
def parse_date(text: str, *, zone: Zone, field: str) -> Period | Refusal:
    """The period that a text names; the zone is used where the text tells no offset."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return _unreadable(text, field)
    precision = _precision(found)
    if found["minute"] is None and found["offset"] is None:
        return _calendar_period(found, precision, zone=zone, field=field)
    return _clock_period(found, precision, zone=zone, field=field)


def _unreadable(text: str, field: str) -> Refusal:
    for pattern, code, detail in _UNKEPT:
        if pattern.fullmatch(text):
            return Refusal(code=code, field=field, detail=detail)
    return Refusal(code="not_a_date", field=field, detail=f"not a date or a time: {_SHAPES}")


def _precision(found: re.Match[str]) -> Precision:
    if found["fraction"] is not None:
        return Precision.INSTANT
    units = ("second", "minute", "day", "month", "year", "decade")
    return Precision(next(unit for unit in units if found[unit] is not None))


def _qualifier(found: re.Match[str]) -> Qualifier | None:
    return None if found["qualifier"] is None else Qualifier(found["qualifier"])


def _calendar_period(
    found: re.Match[str], precision: Precision, *, zone: Zone, field: str
) -> Period | Refusal:
    day = _first_day(found, precision, field=field)
    if isinstance(day, Refusal):
        return day
    following = _following(day, precision)
    first = _first_instant(day, zone)
    after = None if following is None else _first_instant(following, zone)
    if first is not None and first == after:
        return Refusal(
            code="no_such_instant",
            field=field,
            detail=f"clocks in {zone.edition.name} skipped this day: use a day before or after it",
        )
    return Period(
        text=found.string,
        precision=precision,
        qualifier=_qualifier(found),
        zone=zone.edition,
        first=first,
        after=after,
    )


def _first_day(found: re.Match[str], precision: Precision, *, field: str) -> date | Refusal:
    written = found[precision.value]
    match precision:
        case Precision.DECADE:
            written = f"{written}0-01-01"
        case Precision.YEAR:
            written = f"{written}-01-01"
        case Precision.MONTH:
            written = f"{written}-01"
        case _:
            pass
    parsed = parse_instant(f"{written}T00:00:00Z", field=field)
    return parsed if isinstance(parsed, Refusal) else parsed.date()


def _following(day: date, precision: Precision) -> date | None:
    """The first day after the period that begins with this day; None after the year 9999."""
    try:
        match precision:
            case Precision.DECADE:
                return day.replace(year=day.year + 10)
            case Precision.YEAR:
                return day.replace(year=day.year + 1)
            case Precision.MONTH:
                return (day + timedelta(days=31)).replace(day=1)
            case _:
                return day + timedelta(days=1)
    except (OverflowError, ValueError):
        return None


def _first_instant(day: date, zone: Zone) -> datetime | None:
    try:
        return first_instant_of(day, zone)
    except OverflowError:
        return None


def _clock_period(
    found: re.Match[str], precision: Precision, *, zone: Zone, field: str
) -> Period | Refusal:
    clock = f"{found['minute'] or '00:00'}{found['second'] or ':00'}"
    offset = found["offset"]
    first = parse_instant(f"{found['day']}T{clock}{offset or 'Z'}", field=field)
    if offset is None and not isinstance(first, Refusal):
        first = _instant_in_zone(first.replace(tzinfo=None), zone, field=field)
    if isinstance(first, Refusal):
        return first
    return Period(
        text=found.string,
        precision=precision,
        qualifier=_qualifier(found),
        zone=zone.edition if offset is None else None,
        first=first,
        after=_later(first, _unit(found, precision)),
    )


def _instant_in_zone(wall: datetime, zone: Zone, *, field: str) -> datetime | Refusal:
    try:
        instants = instants_of(wall, zone)
    except OverflowError:
        return Refusal(
            code="out_of_range",
            field=field,
            detail="not within the years 0001 to 9999 of UTC: correct the date",
        )
    match instants:
        case (instant,):
            return instant
        case ():
            detail = "skip this time: add the offset that is meant, like +02:00"
            return Refusal(
                code="absent_time", field=field, detail=f"clocks in {zone.edition.name} {detail}"
            )
        case _:
            detail = "show this time twice: add the offset that is meant, like +02:00"
            return Refusal(
                code="ambiguous_time", field=field, detail=f"clocks in {zone.edition.name} {detail}"
            )


def _unit(found: re.Match[str], precision: Precision) -> timedelta:
    if precision is not Precision.INSTANT:
        return _UNITS[precision]
    # The fraction counts its point.
    return timedelta(microseconds=10 ** (7 - len(found["fraction"])))


def _later(instant: datetime, by: timedelta) -> datetime | None:
    try:
        return instant + by
    except OverflowError:
        return None
