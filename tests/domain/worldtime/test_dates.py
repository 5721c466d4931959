"""The period that a date names, in the zone it is read in, and every text that names none."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refusals import Refusal
from domain.worldtime.dates import Period, Precision, Qualifier, parse_date
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
    zone,
)

APIA = zone("Pacific/Apia")


def period(text: str, where: Zone = UTC_ZONE) -> Period:
    parsed = parse_date(text, zone=where, field="valid_from")
    assert isinstance(parsed, Period), parsed
    return parsed


def refusal(text: str, where: Zone = UTC_ZONE) -> Refusal:
    parsed = parse_date(text, zone=where, field="valid_from")
    assert isinstance(parsed, Refusal), parsed
    assert parsed.field == "valid_from"
    return parsed


NAMED: list[tuple[Zone, str, str, str, str | None]] = [
    (UTC_ZONE, "202X", "decade", "2020-01-01", "2030-01-01"),
    (UTC_ZONE, "2024", "year", "2024-01-01", "2025-01-01"),
    (UTC_ZONE, "2024-02", "month", "2024-02-01", "2024-03-01"),
    (UTC_ZONE, "2024-12", "month", "2024-12-01", "2025-01-01"),
    (UTC_ZONE, "2024-02-29", "day", "2024-02-29", "2024-03-01"),
    (UTC_ZONE, "2024-05-17T09:30", "minute", "2024-05-17T09:30", "2024-05-17T09:31"),
    (UTC_ZONE, "2024-05-17t09:30:15z", "second", "2024-05-17T09:30:15", "2024-05-17T09:30:16"),
    (
        UTC_ZONE,
        "2024-05-17T09:30:15.25Z",
        "instant",
        "2024-05-17T09:30:15.25",
        "2024-05-17T09:30:15.26",
    ),
    (UTC_ZONE, "2024-05-17T23:59:59.999Z", "instant", "2024-05-17T23:59:59.999", "2024-05-18"),
    (
        UTC_ZONE,
        "2024-05-17T23:59:59.999999Z",
        "instant",
        "2024-05-17T23:59:59.999999",
        "2024-05-18",
    ),
    (BERLIN, "2024", "year", "2023-12-31T23:00", "2024-12-31T23:00"),
    (BERLIN, "2024-03", "month", "2024-02-29T23:00", "2024-03-31T22:00"),
    (BERLIN, "2024-03-31", "day", "2024-03-30T23:00", "2024-03-31T22:00"),
    (BERLIN, "2024-10-27", "day", "2024-10-26T22:00", "2024-10-27T23:00"),
    (BERLIN, "2024-10-27T01:30", "minute", "2024-10-26T23:30", "2024-10-26T23:31"),
    (BERLIN, "2024-10-27T02:30+02:00", "minute", "2024-10-27T00:30", "2024-10-27T00:31"),
    (BERLIN, "2024-10-27T02:30+01:00", "minute", "2024-10-27T01:30", "2024-10-27T01:31"),
    (BERLIN, "2024-05-17Z", "day", "2024-05-17", "2024-05-18"),
    (BERLIN, "2024-05-17-07:00", "day", "2024-05-17T07:00", "2024-05-18T07:00"),
    (MIDWAY, "2024-05-17", "day", "2024-05-17T11:00", "2024-05-18T11:00"),
    (KIRITIMATI, "2024-05-17", "day", "2024-05-16T10:00", "2024-05-17T10:00"),
    (SAO_PAULO, "2018-11-04", "day", "2018-11-04T03:00", "2018-11-05T02:00"),
    (SAO_PAULO, "2018-02-17", "day", "2018-02-17T02:00", "2018-02-18T03:00"),
    (CASABLANCA, "2024-03-10", "day", "2024-03-09T23:00", "2024-03-11"),
    (APIA, "2011-12", "month", "2011-12-01T10:00", "2011-12-31T10:00"),
    (UTC_ZONE, "0001", "year", "0001-01-01", "0002-01-01"),
    (UTC_ZONE, "001X", "decade", "0010-01-01", "0020-01-01"),
    (UTC_ZONE, "999X", "decade", "9990-01-01", None),
    (UTC_ZONE, "9999", "year", "9999-01-01", None),
    (UTC_ZONE, "9999-12", "month", "9999-12-01", None),
    (UTC_ZONE, "9999-12-31", "day", "9999-12-31", None),
    (UTC_ZONE, "9999-12-31T23:59", "minute", "9999-12-31T23:59", None),
    (KIRITIMATI, "9999-12-31", "day", "9999-12-30T10:00", None),
]


@pytest.mark.parametrize(("where", "text", "precision", "first", "after"), NAMED)
def test_a_text_names_a_period_from_its_first_instant_to_the_next_one_s(
    where: Zone, text: str, precision: str, first: str, after: str | None
) -> None:
    named = period(text, where)
    assert (named.text, named.precision) == (text, Precision(precision))
    assert named.qualifier is None
    assert named.first == instant(first)
    assert named.after == (None if after is None else instant(after))


def test_a_day_that_begins_before_the_first_year_has_no_first_instant() -> None:
    named = period("0001-01-01", BERLIN)
    assert named.first is None
    assert named.after == instant("0001-01-01T23:06:32")


@pytest.mark.parametrize("text", ["202X", "2024", "2024-05", "2024-05-17", "2024-05-17T09:00"])
def test_a_text_without_an_offset_keeps_the_zone_it_was_read_in(text: str) -> None:
    assert period(text, BERLIN).zone == BERLIN.edition


@pytest.mark.parametrize("text", ["2024-05-17Z", "2024-05-17+02:00", "2024-05-17T09:00:00-07:00"])
def test_a_text_with_an_offset_asks_no_zone(text: str) -> None:
    assert period(text, BERLIN).zone is None
    assert period(text, BERLIN) == period(text, MIDWAY)


@pytest.mark.parametrize("text", ["202X", "2024", "2024-05", "2024-05-17", "2024-05-17T09:00Z"])
@pytest.mark.parametrize("qualifier", Qualifier)
def test_a_qualifier_is_kept_and_moves_nothing(text: str, qualifier: Qualifier) -> None:
    plain, qualified = period(text), period(text + qualifier)
    assert qualified.qualifier is qualifier
    assert qualified.text == text + qualifier
    assert (qualified.precision, qualified.first, qualified.after) == (
        plain.precision,
        plain.first,
        plain.after,
    )


REFUSED: list[tuple[str, str, str]] = [
    ("2023-02-29", "no_such_instant", "calendar"),
    ("2024-04-31", "no_such_instant", "calendar"),
    ("2024-13", "no_such_instant", "calendar"),
    ("2024-00", "no_such_instant", "calendar"),
    ("2024-05-00", "no_such_instant", "calendar"),
    ("2024-21", "no_such_instant", "calendar"),
    ("2023-02-29T09:00", "no_such_instant", "calendar"),
    ("0000", "no_such_instant", "0001"),
    ("000X", "no_such_instant", "0001"),
    ("0000-05", "no_such_instant", "0001"),
    ("0000-05-17", "no_such_instant", "0001"),
    ("2024-05-17T24:00", "no_such_instant", "next day"),
    ("2024-05-17T24:00:00Z", "no_such_instant", "next day"),
    ("2016-12-31T23:59:60Z", "no_such_instant", "leap second"),
    ("2024-05-17T09:60", "no_such_instant", "59"),
    ("2024-05-17T09:00+24:00", "no_such_instant", "offset"),
    ("2024-05-17+25:00", "no_such_instant", "offset"),
    ("2024-05-17T09:00:00.1234567Z", "too_precise", "six digits"),
    ("2024-05-17T09:00:00.123456789", "too_precise", "six digits"),
    ("0001-01-01+00:01", "out_of_range", "9999"),
    ("-0044", "out_of_range", "before 0001"),
    ("-0044-03-15", "out_of_range", "before 0001"),
    ("-1", "out_of_range", "before 0001"),
    ("44 BC", "out_of_range", "before 0001"),
    ("44bce", "out_of_range", "before 0001"),
    ("10000", "out_of_range", "after 9999"),
    ("12024-03-01", "out_of_range", "after 9999"),
    ("+12024", "out_of_range", "after 9999"),
    ("Y170002", "out_of_range", "after 9999"),
    ("infinity", "not_a_date", "write .."),
    ("-infinity", "not_a_date", "write .."),
    ("Inf", "not_a_date", "write .."),
    ("", "not_a_date", "write it like"),
    ("..", "not_a_date", "write it like"),
    ("2019/2021", "not_a_date", "write it like"),
    ("now", "not_a_date", "write it like"),
    ("yesterday", "not_a_date", "write it like"),
    ("1709283600", "not_a_date", "write it like"),
    ("20240517", "not_a_date", "write it like"),
    ("2024-5-17", "not_a_date", "write it like"),
    ("24-05-17", "not_a_date", "write it like"),
    ("17.05.2024", "not_a_date", "write it like"),
    ("May 2024", "not_a_date", "write it like"),
    ("2024-W20", "not_a_date", "write it like"),
    ("2024-137", "not_a_date", "write it like"),
    ("2024-XX", "not_a_date", "write it like"),
    ("20XX", "not_a_date", "write it like"),
    ("202x", "not_a_date", "write it like"),
    ("?2024", "not_a_date", "write it like"),
    ("2024?~", "not_a_date", "write it like"),
    ("2024?-05", "not_a_date", "write it like"),
    ("2024Z", "not_a_date", "write it like"),
    ("2024-05Z", "not_a_date", "write it like"),
    ("2024-05-17 09:00", "not_a_date", "write it like"),
    ("2024-05-17T09", "not_a_date", "write it like"),
    ("2024-05-17T0900", "not_a_date", "write it like"),
    ("2024-05-17T09:00+0200", "not_a_date", "write it like"),
    ("2024-05-17T09:00 Europe/Berlin", "not_a_date", "write it like"),
    ("2024-05-17T09:00:00,5", "not_a_date", "write it like"),
    (" 2024", "not_a_date", "write it like"),
    ("2024\n", "not_a_date", "write it like"),
    ("\u0662024", "not_a_date", "write it like"),
    ("2024\u201005\u201017", "not_a_date", "write it like"),
    ("2024\0", "not_a_date", "write it like"),
    ("9" * 100_000, "not_a_date", "write it like"),
]


@pytest.mark.parametrize(("text", "code", "mend"), REFUSED)
def test_what_names_no_period_is_refused_with_the_mend(text: str, code: str, mend: str) -> None:
    found = refusal(text)
    assert found.code == code
    assert mend in found.detail


@pytest.mark.parametrize(
    ("where", "text", "code", "mend"),
    [
        (BERLIN, "2024-10-27T02:30", "ambiguous_time", "offset"),
        (BERLIN, "2024-10-27T02:00:00", "ambiguous_time", "offset"),
        (BERLIN, "2024-03-31T02:30", "absent_time", "offset"),
        (SAO_PAULO, "2018-11-04T00:00", "absent_time", "offset"),
        (CASABLANCA, "2024-03-10T02:30", "ambiguous_time", "offset"),
        (APIA, "2011-12-30T12:00", "absent_time", "offset"),
        (APIA, "2011-12-30", "no_such_instant", "skipped"),
        (MIDWAY, "9999-12-31T20:00", "out_of_range", "9999"),
    ],
)
def test_a_time_that_clocks_there_never_show_or_show_twice_is_refused(
    where: Zone, text: str, code: str, mend: str
) -> None:
    found = refusal(text, where)
    assert found.code == code
    assert mend in found.detail
    assert period(text).text == text


@given(st.sampled_from(ZONES), st.dates(date(1, 1, 2), date(9998, 12, 31)))
def test_a_day_lies_in_its_month_the_month_in_its_year_and_that_in_its_decade(
    where: Zone, day: date
) -> None:
    written = [day.isoformat(), day.isoformat()[:7], day.isoformat()[:4], f"{day.year // 10:03}X"]
    named = [period(each, where) for each in written if each != "000X"]
    for inner, outer in pairwise(named):
        assert inner.first is not None
        assert inner.after is not None
        assert outer.first is None or outer.first <= inner.first
        assert outer.after is None or inner.after <= outer.after


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    assert parse_date(text, zone=BERLIN, field="valid_from").__class__ in {Period, Refusal}
