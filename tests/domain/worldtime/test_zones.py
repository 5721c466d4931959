"""What clocks on the wall mean, in zones that skip hours, repeat them, and skip whole days."""

import time
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.worldtime.bounds import MOMENT
from domain.worldtime.zones import Zone, first_instant_of, instants_of
from tests.domain.clocks import (
    BERLIN,
    CASABLANCA,
    KIRITIMATI,
    MIDWAY,
    SAO_PAULO,
    UTC_ZONE,
    ZONES,
    instant,
    zone,
)

TORONTO = zone("America/Toronto")
HAVANA = zone("America/Havana")
GOOSE_BAY = zone("America/Goose_Bay")
APIA = zone("Pacific/Apia")

SHOWN: list[tuple[Zone, str, list[str]]] = [
    (UTC_ZONE, "2024-10-27T02:30", ["2024-10-27T02:30"]),
    (BERLIN, "2024-07-01T12:00", ["2024-07-01T10:00"]),
    (BERLIN, "2024-10-27T01:59:59.999999", ["2024-10-26T23:59:59.999999"]),
    (BERLIN, "2024-10-27T02:00", ["2024-10-27T00:00", "2024-10-27T01:00"]),
    (BERLIN, "2024-10-27T02:30", ["2024-10-27T00:30", "2024-10-27T01:30"]),
    (BERLIN, "2024-10-27T03:00", ["2024-10-27T02:00"]),
    (BERLIN, "2024-03-31T01:59:59.999999", ["2024-03-31T00:59:59.999999"]),
    (BERLIN, "2024-03-31T02:00", []),
    (BERLIN, "2024-03-31T02:59:59.999999", []),
    (BERLIN, "2024-03-31T03:00", ["2024-03-31T01:00"]),
    (MIDWAY, "2024-05-17T13:00", ["2024-05-18T00:00"]),
    (KIRITIMATI, "2024-05-17T13:00", ["2024-05-16T23:00"]),
    (SAO_PAULO, "2018-11-04T00:30", []),
    (SAO_PAULO, "2018-02-17T23:30", ["2018-02-18T01:30", "2018-02-18T02:30"]),
    (CASABLANCA, "2024-03-10T02:30", ["2024-03-10T01:30", "2024-03-10T02:30"]),
    (CASABLANCA, "2024-04-14T02:30", []),
]

BEGINS: list[tuple[Zone, str, str]] = [
    (UTC_ZONE, "0001-01-01", "0001-01-01"),
    (UTC_ZONE, "9999-12-31", "9999-12-31"),
    (BERLIN, "2024-03-31", "2024-03-30T23:00"),
    (BERLIN, "2024-04-01", "2024-03-31T22:00"),
    (BERLIN, "2024-10-27", "2024-10-26T22:00"),
    (BERLIN, "2024-10-28", "2024-10-27T23:00"),
    # Local mean time, 53 minutes and 28 seconds ahead.
    (BERLIN, "1890-01-01", "1889-12-31T23:06:32"),
    (MIDWAY, "2024-05-17", "2024-05-17T11:00"),
    (KIRITIMATI, "2024-05-17", "2024-05-16T10:00"),
    # Clocks skip midnight.
    (SAO_PAULO, "2018-11-04", "2018-11-04T03:00"),
    (SAO_PAULO, "2018-02-18", "2018-02-18T03:00"),
    (HAVANA, "2024-03-10", "2024-03-10T05:00"),
    # From 23:30 the day before to 00:30.
    (TORONTO, "1919-03-31", "1919-03-31T04:30"),
    # Midnight comes twice: at 01:00, and at 00:01, it becomes an hour less.
    (HAVANA, "2024-11-03", "2024-11-03T04:00"),
    (GOOSE_BAY, "2010-11-07", "2010-11-07T03:00"),
    (CASABLANCA, "2024-03-10", "2024-03-09T23:00"),
    (CASABLANCA, "2024-03-11", "2024-03-11T00:00"),
    # The 30th is skipped.
    (APIA, "2011-12-29", "2011-12-29T10:00"),
    (APIA, "2011-12-30", "2011-12-30T10:00"),
    (APIA, "2011-12-31", "2011-12-30T10:00"),
]


@pytest.mark.parametrize(("where", "wall", "expected"), SHOWN)
def test_clocks_show_a_time_at_one_instant_or_at_two_or_never(
    where: Zone, wall: str, expected: list[str]
) -> None:
    found = instants_of(datetime.fromisoformat(wall), where)
    assert list(found) == [instant(each) for each in expected]


@pytest.mark.parametrize(("where", "day", "expected"), BEGINS)
def test_a_day_begins_when_clocks_first_show_it(where: Zone, day: str, expected: str) -> None:
    assert first_instant_of(date.fromisoformat(day), where) == instant(expected)


@pytest.mark.parametrize("host", ["Pacific/Midway", "Pacific/Kiritimati", "Europe/Berlin"])
def test_the_zone_of_the_host_changes_nothing(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", host)
        time.tzset()
        seen = datetime(2024, 7, 1, 12).astimezone().utcoffset()
        found = [first_instant_of(date.fromisoformat(day), where) for where, day, _ in BEGINS]
    time.tzset()
    assert seen != timedelta(0)
    assert found == [instant(expected) for *_, expected in BEGINS]


# Chance alone would hardly ever meet a day on which clocks change.
CHANGES = [date.fromisoformat(day) for _, day, _ in BEGINS if "1800" < day < "2200"]
DAYS = st.sampled_from(CHANGES) | st.dates(date(1800, 1, 1), date(2200, 1, 1))
HARD_ZONES = [*ZONES, TORONTO, HAVANA, GOOSE_BAY, APIA]


@given(st.sampled_from(HARD_ZONES), st.builds(datetime.combine, DAYS, st.times()))
def test_a_clock_shows_at_each_of_its_instants_what_was_asked(where: Zone, wall: datetime) -> None:
    found = instants_of(wall, where)
    shown = [each.astimezone(where.rules).replace(tzinfo=None) for each in found]
    assert shown == [wall] * len(found)
    assert list(found) == sorted(set(found))


@given(st.sampled_from(HARD_ZONES), DAYS)
def test_a_day_has_begun_at_its_first_instant_and_not_just_before(where: Zone, day: date) -> None:
    first = first_instant_of(day, where)
    assert first.astimezone(where.rules).date() >= day
    assert (first - MOMENT).astimezone(where.rules).date() < day


@pytest.mark.parametrize(
    ("where", "beyond", "kept"),
    [
        (BERLIN, "0001-01-01T00:53:27", "0001-01-01T00:53:28"),
        (MIDWAY, "9999-12-31T13:00:00", "9999-12-31T12:59:59"),
    ],
)
def test_an_instant_beyond_the_years_that_are_kept_overflows(
    where: Zone, beyond: str, kept: str
) -> None:
    with pytest.raises(OverflowError):
        instants_of(datetime.fromisoformat(beyond), where)
    assert len(instants_of(datetime.fromisoformat(kept), where)) == 1
