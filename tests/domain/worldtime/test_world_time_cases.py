"""Stretches that people state, and what is certain of them at an instant, as tables."""

import time
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.worldtime.bounds import (
    MOMENT,
    Bound,
    Certainty,
    Order,
    Stretch,
    certainly_overlap,
    certainty,
    exactly,
    order,
    starts_at_or_after_the_end,
)
from domain.worldtime.stated import Stated, stretch_of
from domain.worldtime.stating import parse_stated
from domain.worldtime.zones import Zone
from tests.domain.clocks import (
    BERLIN,
    CASABLANCA,
    KIRITIMATI,
    MIDWAY,
    SAO_PAULO,
    UTC_ZONE,
    ZONES,
    instant,
)

D, P, NO = Certainty.DEFINITE, Certainty.POSSIBLE, None

Fields = dict[str, str]


def stretch(fields: Fields, *, where: Zone = UTC_ZONE, observed: str = "2024-01-10") -> Stretch:
    """The stretch that these fields state, of a fact that was first observed on that day."""
    seen = instant(observed)
    stated = parse_stated(**fields, zone=where, observed_at=seen)
    assert isinstance(stated, Stated), stated
    return stretch_of(stated, observed_at=seen)


CASES: dict[str, tuple[Fields, str, dict[str, Certainty | None]]] = {
    "an open end holds until further notice": (
        {"valid_from": "2020-01-01"},
        "2024-01-10",
        {
            "2019-12-31T23:59:59.999999": NO,
            "2020-01-01": D,
            "2024-01-10": D,
            "9999-12-31": D,
        },
    ),
    "an end is not included": (
        {"valid_from": "2020-01-01", "valid_to": "2021-01-01"},
        "2024-01-10",
        {"2020-12-31T23:59:59.999999": D, "2021-01-01": NO},
    ),
    "a stated end is the first day without": (
        {"valid_from": "2020-01-01", "valid_to": "2023-12-31"},
        "2024-01-10",
        {"2023-12-30": D, "2023-12-31": NO, "2024-02-20": NO},
    ),
    "it ended, and nobody said when": (
        {"valid_from": "2019-01-01", "valid_to": ""},
        "2024-07-01",
        {
            "2018-12-31": NO,
            "2019-01-01": P,
            "2023-01-01": P,
            "2024-07-01": NO,
        },
    ),
    "an interval that is open": (
        {"valid": "2019/.."},
        "2024-01-10",
        {"2018-12-31": NO, "2030-01-01": D},
    ),
    "an interval whose end is unknown": (
        {"valid": "2019/"},
        "2024-01-10",
        {
            "2018-12-31": NO,
            "2019-01-01": P,
            "2020-01-01": P,
            "2024-01-10": NO,
            "2030-01-01": NO,
        },
    ),
    "it began some time in a year": (
        {"valid_from": "2024"},
        "2024-01-10",
        {
            "2023-12-31": NO,
            "2024-01-01": P,
            "2024-06-15": P,
            "2024-12-31T23:59": P,
            "2025-01-01": D,
        },
    ),
    "it ended some time in a year": (
        {"valid_from": "2000-01-01", "valid_to": "2023"},
        "2024-01-10",
        {
            "2022-12-31": D,
            "2022-12-31T23:59:59.999999": D,
            "2023-01-01": P,
            "2023-12-31": P,
            "2023-12-31T23:59:59.999999": P,
            "2024-01-01": NO,
        },
    ),
    "it began and ended some time in a month and a year that meet": (
        {"valid_from": "2024", "valid_to": "2024-06"},
        "2024-07-10",
        {
            "2023-12-31": NO,
            "2024-01-01": P,
            "2024-06-30T23:59": P,
            "2024-07-01": NO,
        },
    ),
    "a decade": (
        {"valid": "199X/200X"},
        "2024-01-10",
        {
            "1989-12-31": NO,
            "1990-01-01": P,
            "1999-12-31": P,
            "2000-01-01": P,
            "2009-12-31": P,
            "2010-01-01": NO,
        },
    ),
    "a day through itself": (
        {"valid_from": "2024-02-29", "valid_through": "2024-02-29"},
        "2024-03-10",
        {
            "2024-02-28": NO,
            "2024-02-28T23:59:59.999999": NO,
            "2024-02-29": D,
            "2024-02-29T23:59:59": D,
            "2024-02-29T23:59:59.999999": D,
            "2024-03-01": NO,
        },
    ),
    "through a month, which is exact": (
        {"valid_from": "2024-01-01", "valid_through": "2024-02"},
        "2024-03-10",
        {"2024-02-29T23:59:59.999999": D, "2024-03-01": NO},
    ),
    "through the second before midnight": (
        {"valid_from": "2024-01-01", "valid_through": "2024-02-29T23:59:59Z"},
        "2024-03-10",
        {"2024-02-29T23:59:59.999999": D, "2024-03-01": NO},
    ),
    "no start is stated": (
        {},
        "2024-01-10",
        {
            "0001-01-01": P,
            "2024-01-09T23:59:59.999999": P,
            "2024-01-10": D,
            "2030-01-01": D,
        },
    ),
    "no start is stated, and an end before it was seen": (
        {"valid_to": "2020-01-01"},
        "2024-01-10",
        {
            "0001-01-01": P,
            "2019-12-31": P,
            "2020-01-01": NO,
            "2024-01-10": NO,
        },
    ),
    "it had no start": (
        {"valid": "../2020-01-01"},
        "2024-01-10",
        {"0001-01-01": D, "2019-12-31": D, "2020-01-01": NO},
    ),
    "nothing is known": (
        {"valid": "/"},
        "2024-01-10",
        {"0001-01-01": P, "2024-01-09": P, "2024-01-10": NO},
    ),
    "what begins later": (
        {"valid_from": "2030-01-01"},
        "2024-01-10",
        {"2024-01-10": NO, "2029-12-31": NO, "2030-01-01": D},
    ),
}


@pytest.mark.parametrize(("fields", "observed", "expected"), CASES.values(), ids=list(CASES))
def test_what_was_stated_tells_what_is_certain_when(
    fields: Fields, observed: str, expected: dict[str, Certainty | None]
) -> None:
    said = stretch(fields, observed=observed)
    assert {at: certainty(said, instant(at)) for at in expected} == expected


@pytest.mark.parametrize("host", ["Pacific/Midway", "Pacific/Kiritimati"])
def test_the_zone_of_the_host_changes_no_answer(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", host)
        time.tzset()
        said = [stretch(fields, observed=observed) for fields, observed, _ in CASES.values()]
        local = stretch({"valid_from": "2024-05-17T00:00"}, where=BERLIN)
    time.tzset()
    assert said == [stretch(fields, observed=observed) for fields, observed, _ in CASES.values()]
    assert local.start == exactly(instant("2024-05-16T22:00"))


@pytest.mark.parametrize(
    ("where", "day", "hours"),
    [
        (BERLIN, "2024-03-30", 24),
        (BERLIN, "2024-03-31", 23),
        (BERLIN, "2024-10-27", 25),
        (UTC_ZONE, "2024-03-31", 24),
        (MIDWAY, "2024-03-31", 24),
        (KIRITIMATI, "2024-03-31", 24),
        (SAO_PAULO, "2018-11-04", 23),
        (SAO_PAULO, "2018-02-17", 25),
        (CASABLANCA, "2024-03-10", 25),
        (CASABLANCA, "2024-04-14", 23),
    ],
)
def test_a_day_through_itself_is_as_long_as_it_is_there(where: Zone, day: str, hours: int) -> None:
    said = stretch({"valid_from": day, "valid_through": day}, where=where)
    assert said.end is not None
    assert said.start.is_exact
    assert said.end.is_exact
    assert said.end.latest - said.start.latest == timedelta(hours=hours)


def test_an_offset_tells_which_of_two_equal_local_times_is_meant() -> None:
    summer = stretch({"valid_from": "2024-10-27T02:30+02:00"}, where=BERLIN)
    winter = stretch({"valid_from": "2024-10-27T02:30+01:00"}, where=BERLIN)
    assert winter.start.latest - summer.start.latest == timedelta(hours=1)
    assert order(winter.start, summer.start) is Order.LATER


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-01T09:00Z",
        "2024-03-01T09:00:00Z",
        "2024-03-01T09:00:00.000+00:00",
        "2024-03-01T02:00:00-07:00",
        "2024-03-01T10:00",
    ],
)
def test_equal_instants_are_equal_however_they_are_written(text: str) -> None:
    said = stretch({"valid_from": text}, where=BERLIN)
    assert order(said.start, exactly(instant("2024-03-01T09:00"))) is Order.EQUAL


STARTS: list[tuple[str, str, Order]] = [
    ("2024-06-15", "2024", Order.UNTOLD),
    ("2024-06-15", "2024-01-05", Order.LATER),
    ("2024-06-15", "2024-06", Order.UNTOLD),
    ("2024-06", "2024-06", Order.UNTOLD),
    ("2024-06-15", "2024-05", Order.LATER),
    ("2025", "2024", Order.LATER),
    ("2025-01-01", "2024", Order.LATER),
    ("2024-01-01", "2024", Order.UNTOLD),
    ("2020-01-01", "2020-01-01", Order.EQUAL),
    ("2020-01-01T00:00:00Z", "2020-01-01", Order.EQUAL),
    ("2030-01-01", "2020-01-01", Order.LATER),
    ("202X", "2029-12-31", Order.UNTOLD),
    ("203X", "202X", Order.LATER),
]


@pytest.mark.parametrize(("one", "other", "expected"), STARTS)
def test_a_start_comes_after_another_where_that_is_certain(
    one: str, other: str, expected: Order
) -> None:
    starts = [stretch({"valid_from": each}).start for each in (one, other)]
    assert order(*starts) is expected
    back = {Order.LATER: Order.EARLIER}.get(expected, expected)
    assert order(*reversed(starts)) is back


MEETING: list[tuple[str, str, bool, bool]] = [
    # One interval, a later one, whether they certainly overlap, whether the second starts
    # at or after the end of the first.
    ("2020-01-01/2021-01-01", "2020-06-01/..", True, False),
    ("2020-01-01/2021-01-01", "2021-01-01/..", False, True),
    ("2020-01-01/2022-01-01", "2023-01-01/..", False, True),
    ("2020-01-01/2023", "2024-01-01/..", False, True),
    ("2020-01-01/2023", "2024/..", False, True),
    ("2020-01-01/2023", "2023-12-31/..", False, False),
    ("2020-01-01/2023", "2022-12-31/..", True, False),
    ("2020-01-01/..", "2024/..", True, False),
    ("2020-01-01/", "2021-01-01/..", False, False),
    ("2020/2020", "2019-01-01/2022-01-01", True, False),
]


@pytest.mark.parametrize(("one", "other", "overlap", "after"), MEETING)
def test_intervals_overlap_or_follow_one_another_where_that_is_certain(
    *, one: str, other: str, overlap: bool, after: bool
) -> None:
    first, second = stretch({"valid": one}), stretch({"valid": other})
    assert certainly_overlap(first, second) is overlap
    assert starts_at_or_after_the_end(second, first) is after


def test_a_value_that_follows_another_at_once_shares_no_instant_with_it() -> None:
    five = stretch({"valid_from": "2020-01-01", "valid_to": "2021-01-01"})
    six = stretch({"valid_from": "2021-01-01"})
    last = instant("2020-12-31T23:59:59.999999")
    assert [certainty(each, last) for each in (five, six)] == [D, NO]
    assert [certainty(each, last + MOMENT) for each in (five, six)] == [NO, D]


@given(
    st.sampled_from(ZONES),
    st.dates(date(1, 1, 2), date(9998, 12, 31)),
    st.sampled_from(["valid_from", "valid_to"]),
)
def test_a_date_written_more_finely_only_narrows_the_bound(
    where: Zone, day: date, field: str
) -> None:
    written = [day.isoformat()[:length] for length in (4, 7, 10)]
    bounds = [_bound({field: each}, field, where) for each in written]
    for wide, narrow in pairwise(bounds):
        assert wide.earliest <= narrow.earliest
        assert narrow.latest <= wide.latest
    assert bounds[-1].is_exact
    assert not bounds[0].is_exact


def _bound(fields: Fields, field: str, where: Zone) -> Bound:
    said = stretch(fields, where=where, observed="0001-01-01")
    bound = said.start if field == "valid_from" else said.end
    assert bound is not None
    return bound
