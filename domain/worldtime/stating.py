"""From the fields of a request to what they state of world time, or why they state nothing.

The fields are `valid_from`, `valid_to` (not included) or `valid_through` (included), and `valid`:
an interval like `2019/..`, in place of a start and an end. `..` is open and an empty text unknown.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, TypeVar

from domain.refusals import Refusal
from domain.worldtime.bounds import FIRST, LAST, MOMENT, Bound, can_hold, exactly
from domain.worldtime.dates import Period, parse_date
from domain.worldtime.stated import (
    OPEN,
    UNKNOWN,
    Always,
    End,
    Ended,
    From,
    Open,
    Start,
    Stated,
    Through,
    Undated,
    Until,
    end_bound,
    start_bound,
)
from domain.worldtime.zones import Zone

D = TypeVar("D", From, Until, Through)

_NOT_AN_INTERVAL: Final = Refusal(
    code="not_an_interval",
    field="valid",
    detail="an interval has one slash: write 2019/2021, or 2019/.. while it goes on, or 2019/ "
    "where it ended and the date is unknown",
)

_NO_DATE: Final = Refusal(
    code="not_a_date",
    field="valid_through",
    detail="an inclusive end has a date: for an end that is open or unknown use valid_to",
)


def parse_stated(
    *,
    valid: object = None,
    valid_from: object = None,
    valid_to: object = None,
    valid_through: object = None,
    zone: Zone,
    observed_at: datetime,
) -> Stated | tuple[Refusal, ...]:
    """What these values from JSON state, None being a field that was not given.

    The zone is the one of days, and of times without an offset. `observed_at`, in UTC, is when a
    source saw that something had ended of which nobody said when.
    """
    fields = {
        "valid": valid,
        "valid_from": valid_from,
        "valid_to": valid_to,
        "valid_through": valid_through,
    }
    given = {field: value for field, value in fields.items() if value is not None}
    texts = {field: value for field, value in given.items() if isinstance(value, str)}
    faults = (*_not_texts(given), *_given_twice(given))
    if faults:
        return faults
    if "valid" in texts:
        return _interval(texts["valid"], zone=zone, observed_at=observed_at)
    start = _start(texts.get("valid_from"), field="valid_from", zone=zone)
    if "valid_through" in texts:
        end = _through(texts["valid_through"], zone=zone)
        return _stated(start, end, field="valid_through", observed_at=observed_at)
    end = _end(texts.get("valid_to"), field="valid_to", zone=zone, by=observed_at)
    return _stated(start, end, field="valid_to", observed_at=observed_at)


def _not_texts(given: Mapping[str, object]) -> Iterator[Refusal]:
    for field, value in given.items():
        if not isinstance(value, str):
            example = "2019/.." if field == "valid" else "2024-05-17"
            yield Refusal(
                code="wrong_type", field=field, detail=f'must be a string, like "{example}"'
            )


def _given_twice(given: Mapping[str, object]) -> Iterator[Refusal]:
    if "valid" in given:
        for field in (each for each in given if each != "valid"):
            detail = "valid has told the start and the end: leave one of the two fields out"
            yield Refusal(code="given_twice", field=field, detail=detail)
    elif "valid_to" in given and "valid_through" in given:
        detail = "valid_to has told the end: leave one of the two fields out"
        yield Refusal(code="given_twice", field="valid_through", detail=detail)


def _interval(text: str, *, zone: Zone, observed_at: datetime) -> Stated | tuple[Refusal, ...]:
    first, slash, last = text.partition("/")
    if not slash or "/" in last:
        return (_NOT_AN_INTERVAL,)
    start = _start(first, field="valid", zone=zone)
    end = _end(last, field="valid", zone=zone, by=observed_at)
    return _stated(start, end, field="valid", observed_at=observed_at)


def _start(text: str | None, *, field: str, zone: Zone) -> Start | Refusal:
    if text is None or text == UNKNOWN:
        return Undated(said=text is not None)
    if text == OPEN:
        return Always()
    period = parse_date(text, zone=zone, field=field)
    if isinstance(period, Refusal):
        return period
    latest = LAST if period.after is None else period.after - MOMENT
    return _dated(From, period, _at_or_in(period, latest=latest), field=field)


def _end(text: str | None, *, field: str, zone: Zone, by: datetime) -> End | Refusal:
    if text is None or text == OPEN:
        return Open(said=text is not None)
    if text == UNKNOWN:
        return Ended(by=by)
    period = parse_date(text, zone=zone, field=field)
    if isinstance(period, Refusal):
        return period
    # What held to the last instant of a period ended when the next one began.
    latest = LAST if period.after is None else period.after
    return _dated(Until, period, _at_or_in(period, latest=latest), field=field)


def _through(text: str, *, zone: Zone) -> End | Refusal:
    if text in {OPEN, UNKNOWN}:
        return _NO_DATE
    period = parse_date(text, zone=zone, field="valid_through")
    if isinstance(period, Refusal):
        return period
    bound = None if period.after is None else exactly(period.after)
    return _dated(Through, period, bound, field="valid_through")


def _at_or_in(period: Period, *, latest: datetime) -> Bound | None:
    """The bound of a start or an end so dated; None for an instant that is not kept."""
    if not period.precision.is_exact:
        return Bound(earliest=period.first or FIRST, latest=latest)
    return None if period.first is None else exactly(period.first)


def _dated(kind: type[D], period: Period, bound: Bound | None, *, field: str) -> D | Refusal:
    if bound is None:
        return Refusal(
            code="out_of_range",
            field=field,
            detail="not within the years 0001 to 9999 of UTC: correct it, or leave it out",
        )
    return kind(
        text=period.text,
        precision=period.precision,
        qualifier=period.qualifier,
        zone=period.zone,
        bound=bound,
    )


def _stated(
    start: Start | Refusal, end: End | Refusal, *, field: str, observed_at: datetime
) -> Stated | tuple[Refusal, ...]:
    if isinstance(start, Refusal) or isinstance(end, Refusal):
        # Both halves of an interval may have one fault in common.
        return tuple(dict.fromkeys(each for each in (start, end) if isinstance(each, Refusal)))
    starts = start_bound(start, observed_at=observed_at)
    ends = end_bound(end, start=starts)
    if can_hold(starts, ends):
        return Stated(start=start, end=end)
    return (Refusal(code="never_holds", field=field, detail=_why_never(end, starts, ends)),)


def _why_never(end: End, starts: Bound, ends: Bound | None) -> str:
    match end:
        case Ended():
            return (
                "had ended by observed_at, and starts no earlier than that: correct one of the two"
            )
        case Until() if starts.is_exact and starts == ends:
            return (
                "ends at the instant it starts, and so never holds: the end is not included, so "
                "write a later one, or the last day in valid_through"
            )
        case _:
            return "ends before it can have started: correct one of the two"
