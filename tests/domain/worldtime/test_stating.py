"""What the fields of a request state, which contradict one another, and what never holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refusals import Refusal
from domain.worldtime.bounds import FIRST, LAST, MOMENT, Bound, exactly
from domain.worldtime.dates import Precision, Qualifier
from domain.worldtime.stated import (
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
from domain.worldtime.stating import parse_stated
from domain.worldtime.zones import Zone
from tests.domain.clocks import BERLIN, KIRITIMATI, MIDWAY, UTC_ZONE, instant

SEEN = instant("2024-07-01")

Fields = dict[str, object]


def parse(fields: Fields, where: Zone = UTC_ZONE) -> Stated | tuple[Refusal, ...]:
    return parse_stated(**fields, zone=where, observed_at=SEEN)


def stated(fields: Fields, where: Zone = UTC_ZONE) -> Stated:
    parsed = parse(fields, where)
    assert isinstance(parsed, Stated), parsed
    return parsed


def refused(fields: Fields, where: Zone = UTC_ZONE) -> list[tuple[str, str]]:
    parsed = parse(fields, where)
    assert isinstance(parsed, tuple), parsed
    assert all(each.detail for each in parsed)
    return [(each.field, each.code) for each in parsed]


def begun(text: str) -> From:
    parsed = stated({"valid_from": text}).start
    assert isinstance(parsed, From)
    return parsed


def ended(text: str) -> Until:
    parsed = stated({"valid_to": text}).end
    assert isinstance(parsed, Until)
    return parsed


def test_a_date_is_kept_as_it_was_written_and_as_it_was_resolved() -> None:
    assert stated({"valid_from": "2024~"}, BERLIN).start == From(
        text="2024~",
        precision=Precision.YEAR,
        qualifier=Qualifier.APPROXIMATE,
        zone=BERLIN.edition,
        bound=Bound(
            earliest=instant("2023-12-31T23:00"), latest=instant("2024-12-31T22:59:59.999999")
        ),
    )


STATED: list[tuple[Fields, Start, End]] = [
    ({}, Undated(said=False), Open(said=False)),
    ({"valid_from": None, "valid_to": None}, Undated(said=False), Open(said=False)),
    ({"valid_from": "", "valid_to": ".."}, Undated(said=True), Open(said=True)),
    ({"valid_from": "..", "valid_to": ""}, Always(), Ended(by=SEEN)),
    ({"valid_from": "2024"}, begun("2024"), Open(said=False)),
    ({"valid_from": "2024", "valid_to": None}, begun("2024"), Open(said=False)),
    ({"valid_to": "2024"}, Undated(said=False), ended("2024")),
    ({"valid_from": "2019", "valid_to": "2021"}, begun("2019"), ended("2021")),
    ({"valid": "2019/2021"}, begun("2019"), ended("2021")),
    ({"valid": "2019/.."}, begun("2019"), Open(said=True)),
    ({"valid": "2019/"}, begun("2019"), Ended(by=SEEN)),
    ({"valid": "/2021"}, Undated(said=True), ended("2021")),
    ({"valid": "../2021"}, Always(), ended("2021")),
    ({"valid": "/.."}, Undated(said=True), Open(said=True)),
    ({"valid": "../.."}, Always(), Open(said=True)),
    ({"valid": "/"}, Undated(said=True), Ended(by=SEEN)),
    ({"valid": "2019?/2021%"}, begun("2019?"), ended("2021%")),
    ({"valid": "2019/..", "valid_from": None}, begun("2019"), Open(said=True)),
    (
        {"valid": "201X/2024-05-17T09:00:00+02:00"},
        begun("201X"),
        ended("2024-05-17T09:00:00+02:00"),
    ),
]


@pytest.mark.parametrize(("fields", "start", "end"), STATED)
def test_fields_and_intervals_state_a_start_and_an_end(
    fields: Fields, start: Start, end: End
) -> None:
    assert stated(fields) == Stated(start=start, end=end)


BOUNDS: list[tuple[Zone, Fields, Bound, Bound | None]] = [
    (UTC_ZONE, {}, Bound(earliest=FIRST, latest=SEEN), None),
    (UTC_ZONE, {"valid_from": ".."}, exactly(FIRST), None),
    (
        UTC_ZONE,
        {"valid_from": "2019", "valid_to": ""},
        Bound(earliest=instant("2019-01-01"), latest=instant("2020-01-01") - MOMENT),
        Bound(earliest=instant("2019-01-01"), latest=SEEN),
    ),
    (
        UTC_ZONE,
        {"valid_to": ""},
        Bound(earliest=FIRST, latest=SEEN),
        Bound(earliest=FIRST, latest=SEEN),
    ),
    (
        UTC_ZONE,
        {"valid": "2024-02-28/2024-05"},
        exactly(instant("2024-02-28")),
        Bound(earliest=instant("2024-05-01"), latest=instant("2024-06-01")),
    ),
    (
        BERLIN,
        {"valid_from": "2024-02-29", "valid_through": "2024-02-29"},
        exactly(instant("2024-02-28T23:00")),
        exactly(instant("2024-02-29T23:00")),
    ),
    (
        UTC_ZONE,
        {"valid_from": "202X", "valid_through": "202X"},
        Bound(earliest=instant("2020-01-01"), latest=instant("2030-01-01") - MOMENT),
        exactly(instant("2030-01-01")),
    ),
    (
        UTC_ZONE,
        {"valid_from": "9999", "valid_to": "9999"},
        Bound(earliest=instant("9999-01-01"), latest=LAST),
        Bound(earliest=instant("9999-01-01"), latest=LAST),
    ),
    (
        BERLIN,
        {"valid_from": "0001", "valid_through": "0001-01-01"},
        Bound(earliest=FIRST, latest=instant("0001-12-31T23:06:32") - MOMENT),
        exactly(instant("0001-01-01T23:06:32")),
    ),
]


@pytest.mark.parametrize(("where", "fields", "start", "end"), BOUNDS)
def test_a_start_and_an_end_lie_between_their_first_and_last_instants(
    where: Zone, fields: Fields, start: Bound, end: Bound | None
) -> None:
    parsed = stated(fields, where)
    assert start_bound(parsed.start, observed_at=SEEN) == start
    assert end_bound(parsed.end, start=start) == end


def test_an_inclusive_end_ends_when_what_follows_begins() -> None:
    through = stated({"valid_through": "2024-02-29"}).end
    assert isinstance(through, Through)
    assert (through.text, through.precision) == ("2024-02-29", Precision.DAY)
    assert through.bound == ended("2024-03-01").bound


REFUSED: list[tuple[Fields, list[tuple[str, str]]]] = [
    # Each fault is named, at its field.
    ({"valid_from": 2024}, [("valid_from", "wrong_type")]),
    ({"valid_from": True}, [("valid_from", "wrong_type")]),
    ({"valid_to": False}, [("valid_to", "wrong_type")]),
    ({"valid": ["2019", ".."]}, [("valid", "wrong_type")]),
    ({"valid_through": {"date": "2024-02-15"}}, [("valid_through", "wrong_type")]),
    (
        {"valid_from": 1.5, "valid_to": 2},
        [("valid_from", "wrong_type"), ("valid_to", "wrong_type")],
    ),
    ({"valid_from": "2023-02-29"}, [("valid_from", "no_such_instant")]),
    (
        {"valid_from": "soon", "valid_to": "2024-05-17T24:00"},
        [("valid_from", "not_a_date"), ("valid_to", "no_such_instant")],
    ),
    (
        {"valid_from": "infinity", "valid_through": "2023-02-29"},
        [("valid_from", "not_a_date"), ("valid_through", "no_such_instant")],
    ),
    ({"valid": "soon/24:00"}, [("valid", "not_a_date")]),
    ({"valid": "-0044/2023-02-29"}, [("valid", "out_of_range"), ("valid", "no_such_instant")]),
    # An interval has one slash, and a date none.
    ({"valid": ""}, [("valid", "not_an_interval")]),
    ({"valid": ".."}, [("valid", "not_an_interval")]),
    ({"valid": "2024"}, [("valid", "not_an_interval")]),
    ({"valid": "2019/2020/2021"}, [("valid", "not_an_interval")]),
    ({"valid": "2019 / 2020"}, [("valid", "not_a_date")]),
    ({"valid_from": "2019/.."}, [("valid_from", "not_a_date")]),
    ({"valid_from": " "}, [("valid_from", "not_a_date")]),
    ({"valid_through": ""}, [("valid_through", "not_a_date")]),
    ({"valid_through": ".."}, [("valid_through", "not_a_date")]),
    # What is told twice is told once too often, even where the two agree.
    ({"valid": "2019/..", "valid_from": "2019"}, [("valid_from", "given_twice")]),
    ({"valid": "2019/..", "valid_to": ".."}, [("valid_to", "given_twice")]),
    ({"valid": "2019/..", "valid_through": "2021"}, [("valid_through", "given_twice")]),
    (
        {"valid": "2019/..", "valid_from": "2019", "valid_to": "", "valid_through": "2021"},
        [
            ("valid_from", "given_twice"),
            ("valid_to", "given_twice"),
            ("valid_through", "given_twice"),
        ],
    ),
    ({"valid_to": "2021", "valid_through": "2020"}, [("valid_through", "given_twice")]),
    ({"valid_to": "", "valid_through": "2020"}, [("valid_through", "given_twice")]),
    ({"valid_to": "..", "valid_through": "2020"}, [("valid_through", "given_twice")]),
    # What can hold at no instant.
    ({"valid_from": "2024-02-29", "valid_to": "2024-02-29"}, [("valid_to", "never_holds")]),
    ({"valid": "2024-02-29/2024-02-29"}, [("valid", "never_holds")]),
    ({"valid": "2024-02-29/2024-02-29T00:00:00Z"}, [("valid", "never_holds")]),
    ({"valid_from": "2024-02-29", "valid_to": "2024-02-28"}, [("valid_to", "never_holds")]),
    (
        {"valid_from": "2024-03-01", "valid_through": "2024-02-29"},
        [("valid_through", "never_holds")],
    ),
    ({"valid": "2024/2023"}, [("valid", "never_holds")]),
    ({"valid": "2024/2024-01-01"}, [("valid", "never_holds")]),
    ({"valid": "2024-06/2024-05"}, [("valid", "never_holds")]),
    ({"valid_to": "0001-01-01"}, [("valid_to", "never_holds")]),
    ({"valid": "../0001-01-01"}, [("valid", "never_holds")]),
    ({"valid_from": "2024-07-01", "valid_to": ""}, [("valid_to", "never_holds")]),
    ({"valid": "2030/"}, [("valid", "never_holds")]),
    # What would end, or begin, outside the years that are kept.
    ({"valid_through": "9999"}, [("valid_through", "out_of_range")]),
    ({"valid_through": "9999-12-31"}, [("valid_through", "out_of_range")]),
]


@pytest.mark.parametrize(("fields", "expected"), REFUSED)
def test_what_contradicts_itself_or_can_not_be_is_refused_at_its_field(
    fields: Fields, expected: list[tuple[str, str]]
) -> None:
    assert refused(fields) == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"valid": "2024/2024"},
        {"valid": "2024/2024-06"},
        {"valid": "2024-06/2024"},
        {"valid": "2024-12-31/2024"},
        {"valid": "2024-06-30T23:59:59.999999Z/2024-06"},
        {"valid_from": "2024-02-29", "valid_to": "2024-02-29T00:00:00.000001Z"},
        {"valid_from": "2024-06-30", "valid_to": ""},
        {"valid_from": "2024-02-29", "valid_through": "2024-02-29"},
        {"valid_from": "9999-12-31", "valid_to": "9999-12-31T23:59:59.999999Z"},
    ],
)
def test_what_can_hold_at_some_instant_is_taken(fields: Fields) -> None:
    assert isinstance(parse(fields), Stated)


MENDS: list[tuple[Fields, str]] = [
    ({"valid": "2024-02-29/2024-02-29"}, "valid_through"),
    ({"valid_from": "2024-03-01", "valid_through": "2024-02-29"}, "before"),
    ({"valid": "2024/2023"}, "before"),
    ({"valid": "2030/"}, "observed_at"),
    ({"valid": "2024"}, "2019/.."),
    ({"valid_through": ".."}, "valid_to"),
    ({"valid_from": 2024}, "string"),
    ({"valid": 2024}, "2019/.."),
    ({"valid_to": "", "valid_through": "2020"}, "leave one"),
    ({"valid_through": "9999-12-31"}, "leave it out"),
]


@pytest.mark.parametrize(("fields", "mend"), MENDS)
def test_a_refusal_names_the_mend_and_repeats_nothing(fields: Fields, mend: str) -> None:
    parsed = parse(fields)
    assert isinstance(parsed, tuple)
    assert mend in parsed[0].detail
    assert "02-29" not in parsed[0].detail


def test_a_time_without_an_offset_is_read_in_the_zone_of_the_ledger() -> None:
    fields: Fields = {"valid_from": "2024-10-27T02:30"}
    assert refused(fields, BERLIN) == [("valid_from", "ambiguous_time")]
    assert begun("2024-10-27T02:30").bound == exactly(instant("2024-10-27T02:30"))
    fields = {"valid_from": "2024-03-31T02:30"}
    assert refused(fields, BERLIN) == [("valid_from", "absent_time")]
    assert begun("2024-03-31T02:30").bound == exactly(instant("2024-03-31T02:30"))


def test_a_day_that_begins_before_the_first_year_can_be_no_start() -> None:
    fields: Fields = {"valid_from": "0001-01-01"}
    assert refused(fields, BERLIN) == [("valid_from", "out_of_range")]
    assert begun("0001-01-01").bound == exactly(FIRST)


@given(st.text() | st.none(), st.text() | st.none(), st.text() | st.none(), st.text() | st.none())
def test_any_texts_are_answered(
    valid: str | None, valid_from: str | None, valid_to: str | None, valid_through: str | None
) -> None:
    parsed = parse(
        {
            "valid": valid,
            "valid_from": valid_from,
            "valid_to": valid_to,
            "valid_through": valid_through,
        },
        MIDWAY,
    )
    assert isinstance(parsed, Stated) or parsed
    assert isinstance(parse({"valid": "2019/.."}, KIRITIMATI), Stated)
