"""An instant is one moment whatever zone it is written in, and everything else is no instant."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.moments import instant_text, parse_instant
from domain.refusals import Refusal

NINE = datetime(2024, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2024-03-01T09:00:00Z", NINE),
        ("2024-03-01t09:00:00z", NINE),
        ("2024-03-01T09:00:00+00:00", NINE),
        ("2024-03-01T09:00:00-00:00", NINE),
        ("2024-03-01T02:00:00-07:00", NINE),
        ("2024-03-01T14:45:00+05:45", NINE),
        ("2024-02-29T09:01:00-23:59", NINE),
        ("2024-03-01T09:00:00.0Z", NINE),
        ("2024-03-01T09:00:00.5Z", NINE.replace(microsecond=500_000)),
        ("2024-03-01T09:00:00.000001Z", NINE.replace(microsecond=1)),
        ("2024-02-29T23:59:59.999999Z", datetime(2024, 2, 29, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59.999999Z", datetime.max.replace(tzinfo=UTC)),
        ("9999-12-31T23:59:59+01:00", datetime(9999, 12, 31, 22, 59, 59, tzinfo=UTC)),
    ],
)
def test_spellings_of_one_moment_are_one_instant(text: str, instant: datetime) -> None:
    parsed = parse_instant(text, field="observed_at")
    assert parsed == instant
    assert isinstance(parsed, datetime)
    assert parsed.tzinfo is UTC


@pytest.mark.parametrize(
    ("text", "code", "mend"),
    [
        ("", "not_an_instant", "write it like"),
        ("now", "not_an_instant", "write it like"),
        ("infinity", "not_an_instant", "write it like"),
        ("-infinity", "not_an_instant", "write it like"),
        ("1709283600", "not_an_instant", "write it like"),
        ("2024-03", "not_an_instant", "write it like"),
        ("2024-03-01 09:00:00Z", "not_an_instant", "write it like"),
        ("2024-03-01T09:00:00 02:00", "not_an_instant", "write it like"),
        ("2024-03-01T09:00Z", "not_an_instant", "write it like"),
        ("2024-03-01T09:00:00,5Z", "not_an_instant", "write it like"),
        ("2024-03-01T09:00:00.Z", "not_an_instant", "write it like"),
        ("2024-03-01T09:00:00+0200", "not_an_instant", "write it like"),
        ("2024-03-01T09:00:00Z\n", "not_an_instant", "write it like"),
        ("-2024-03-01T09:00:00Z", "not_an_instant", "write it like"),
        ("12024-03-01T09:00:00Z", "not_an_instant", "write it like"),
        ("\u0662024-03-01T09:00:00Z", "not_an_instant", "write it like"),
        ("2024-03-01", "time_missing", "write it like"),
        ("2024-03-01T09:00:00", "zone_missing", "offset"),
        ("2024-03-01T09:00:00.5", "zone_missing", "offset"),
        ("2024-03-01T09:00:00.0000001Z", "too_precise", "six digits"),
        ("2024-03-01T09:00:00.123456789Z", "too_precise", "six digits"),
        ("0000-03-01T09:00:00Z", "no_such_instant", "0001"),
        ("2024-03-01T24:00:00Z", "no_such_instant", "next day"),
        ("2016-12-31T23:59:60Z", "no_such_instant", "59"),
        ("2024-03-01T25:00:00Z", "no_such_instant", "23"),
        ("2024-03-01T09:60:00Z", "no_such_instant", "59"),
        ("2024-03-01T09:00:61Z", "no_such_instant", "59"),
        ("2024-03-01T09:00:00+24:00", "no_such_instant", "offset"),
        ("2024-03-01T09:00:00+01:60", "no_such_instant", "offset"),
        ("2023-02-29T09:00:00Z", "no_such_instant", "calendar"),
        ("2024-13-01T09:00:00Z", "no_such_instant", "calendar"),
        ("2024-04-31T09:00:00Z", "no_such_instant", "calendar"),
        ("0001-01-01T00:00:00+00:01", "out_of_range", "9999"),
        ("9999-12-31T23:59:59-00:01", "out_of_range", "9999"),
    ],
)
def test_what_names_no_moment_exactly_is_refused_with_the_mend(
    text: str, code: str, mend: str
) -> None:
    refusal = parse_instant(text, field="observed_at")
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == (code, "observed_at")
    assert mend in refusal.detail


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (NINE, "2024-03-01T09:00:00.000000Z"),
        (datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00:00.000000Z"),
        (datetime(987, 6, 5, 4, 3, 2, 1, tzinfo=UTC), "0987-06-05T04:03:02.000001Z"),
        (
            datetime(2024, 3, 1, 2, tzinfo=timezone(timedelta(hours=-7))),
            "2024-03-01T09:00:00.000000Z",
        ),
    ],
)
def test_an_instant_is_spelt_in_utc_to_the_microsecond(instant: datetime, text: str) -> None:
    assert instant_text(instant) == text


@given(st.datetimes(timezones=st.just(UTC)))
def test_an_instant_comes_back_from_its_text(instant: datetime) -> None:
    assert parse_instant(instant_text(instant), field="at") == instant


def test_a_time_without_a_zone_has_no_text() -> None:
    with pytest.raises(ValueError, match="zone"):
        instant_text(NINE.replace(tzinfo=None))


def test_the_two_instants_of_an_hour_that_clocks_show_twice_are_spelt_apart() -> None:
    first = datetime(2024, 10, 27, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert instant_text(first) == "2024-10-27T00:30:00.000000Z"
    assert instant_text(first.replace(fold=1)) == "2024-10-27T01:30:00.000000Z"
