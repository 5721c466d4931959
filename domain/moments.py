"""Moments: instants as people write them and as the ledger stores them, always in UTC."""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import Final

from domain.refusals import Refusal

_SHAPE: Final = "write it like 2024-03-01T09:00:00Z, or with an offset like +02:00 for Z"

_INSTANT: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt](?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
    r"(?:\.(?P<fraction>[0-9]+))?"
    r"(?P<zone>[Zz]|[+-][0-9]{2}:[0-9]{2})?)?",
    re.ASCII,
)

_MICROSECOND_DIGITS: Final = 6


def instant_text(instant: datetime) -> str:
    """The one spelling that is stored and answered: `YYYY-MM-DDTHH:MM:SS.ffffffZ`.

    Raises ValueError for a datetime without a zone: nothing here may ask the host for one.
    """
    if instant.tzinfo is None:
        raise ValueError("an instant has a zone")
    return _text_in_utc(instant if instant.tzinfo is UTC else instant.astimezone(UTC))


# What was seen and said at an instant is written into its event, its rows and their documents.
# In other zones two instants may be equal to a dictionary, of the hour that clocks show twice.
@lru_cache(maxsize=1024)
def _text_in_utc(instant: datetime) -> str:
    return instant.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def instant_or_none(instant: datetime | None) -> str | None:
    """The spelling of an instant, where there may be none."""
    return None if instant is None else instant_text(instant)


def parse_instant(text: str, *, field: str) -> datetime | Refusal:
    """The instant that RFC 3339 text names, in UTC.

    An offset or Z is demanded, -00:00 is UTC, and of a second there are at most six digits, so that
    what is stored is what was sent. There is no 24:00, no leap second, no year 0 and no infinity.
    """
    found = _INSTANT.fullmatch(text)
    if found is None:
        return _refused("not_an_instant", field, f"not an instant: {_SHAPE}")
    if found["hour"] is None:
        return _refused("time_missing", field, f"a date alone is no instant: {_SHAPE}")
    if found["zone"] is None:
        return _refused("zone_missing", field, f"a time without a zone is no instant: {_SHAPE}")
    fraction = found["fraction"] or ""
    if len(fraction) > _MICROSECOND_DIGITS:
        return _refused(
            "too_precise",
            field,
            "finer than a microsecond, which can't be stored: write at most six digits after the "
            "point",
        )
    return _resolved(found, fraction, field=field)


def _resolved(found: re.Match[str], fraction: str, *, field: str) -> datetime | Refusal:
    impossible = _impossible(found)
    if impossible is not None:
        return _refused("no_such_instant", field, impossible)
    year, month, day = (int(part) for part in found["date"].split("-"))
    try:
        local = datetime(
            year,
            month,
            day,
            int(found["hour"]),
            int(found["minute"]),
            int(found["second"]),
            int(fraction.ljust(_MICROSECOND_DIGITS, "0")),
            tzinfo=_zone(found["zone"]),
        )
    except ValueError:
        return _refused("no_such_instant", field, "no day of the calendar: correct the date")
    try:
        return local.astimezone(UTC)
    except OverflowError:
        return _refused(
            "out_of_range", field, "not within the years 0001 to 9999 of UTC: correct the date"
        )


def _impossible(found: re.Match[str]) -> str | None:
    """What no clock shows, with its mend; the calendar is not looked at."""
    offset = found["zone"][1:]
    if found["date"].startswith("0000"):
        return "there is no year 0000: use 0001 to 9999"
    if found["hour"] == "24":
        return "there is no hour 24: write 00:00:00 of the next day"
    if found["second"] == "60":
        return "leap seconds are not kept: write second 59, or 00 of the next minute"
    if found["hour"] > "23" or found["minute"] > "59" or found["second"] > "59":
        return "no time of day: hours go to 23, minutes and seconds to 59"
    if offset and (offset[:2] > "23" or offset[3:] > "59"):
        return "no offset: hours go to 23, minutes to 59"
    return None


def _zone(text: str) -> timezone:
    if text in {"Z", "z"}:
        return UTC
    offset = timedelta(hours=int(text[1:3]), minutes=int(text[4:6]))
    return timezone(-offset if text.startswith("-") else offset)


def _refused(code: str, field: str, detail: str) -> Refusal:
    return Refusal(code=code, field=field, detail=detail)
