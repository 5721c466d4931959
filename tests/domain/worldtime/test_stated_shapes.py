"""The shapes of a start and an end: in an answer, in a stored part, and back as they were."""

from datetime import date, time
from typing import cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain import canonical
from domain.reading import Doc
from domain.words import Seq
from domain.worldtime.bounds import exactly
from domain.worldtime.dates import Precision
from domain.worldtime.stated import (
    Ended,
    From,
    Open,
    Stated,
    Through,
    Undated,
    Until,
    end_bound,
    start_bound,
)
from domain.worldtime.stated_shapes import end_to_wire, from_part, start_to_wire, to_part
from domain.worldtime.stating import parse_stated
from tests.domain.clocks import BERLIN, UTC_ZONE, ZONES, instant

SEEN = instant("2024-07-01")

zones = st.sampled_from(ZONES)

DAYS = st.dates(date(1, 1, 2), date(9999, 12, 30)).map(date.isoformat)
CLOCKS = st.times().map(time.isoformat) | st.just("09:00")
OFFSETS = st.sampled_from(["", "Z", "+02:00", "-07:00"])
PLAIN = (
    DAYS.map(lambda day: day[:4])
    | DAYS.map(lambda day: day[:7])
    | DAYS
    | st.integers(1, 999).map("{:03}X".format)
    | st.builds("{}T{}{}".format, DAYS, CLOCKS, OFFSETS)
)
DATES = st.builds("{}{}".format, PLAIN, st.sampled_from(["", "?", "~", "%"]))
STARTS = st.sampled_from([None, "", ".."]) | DATES


@st.composite
def stateds(draw: st.DrawFn) -> Stated:
    parsed = parse_stated(
        valid_from=draw(STARTS),
        **{draw(st.sampled_from(["valid_to", "valid_through"])): draw(STARTS)},
        zone=draw(zones),
        observed_at=SEEN,
    )
    assume(isinstance(parsed, Stated))
    return cast("Stated", parsed)


@given(stateds())
def test_what_was_stated_comes_back_from_its_stored_part(stated: Stated) -> None:
    part = to_part(stated)
    assert canonical.check(part, field="part") is None
    stored = canonical.decode(canonical.encode(part))
    assert from_part(stored) == stated


@given(stateds())
def test_what_is_answered_says_the_same_when_it_is_said_again(stated: Stated) -> None:
    start, end = documents(stated)
    where = next((each for each in ZONES if each.edition == zone_of(stated)), UTC_ZONE)
    ending = "valid_through" if isinstance(stated.end, Through) else "valid_to"
    fields = {"valid_from": start["text"], ending: end["text"]}
    assert parse_stated(**fields, zone=where, observed_at=SEEN) == stated


def zone_of(stated: Stated) -> object:
    dated = [
        each for each in (stated.start, stated.end) if isinstance(each, From | Until | Through)
    ]
    return next((each.zone for each in dated if each.zone is not None), None)


@given(stateds())
def test_the_instants_of_an_answer_can_be_said_as_dates(stated: Stated) -> None:
    start, _ = documents(stated)
    bound = start_bound(stated.start, observed_at=SEEN)
    for said, meant in ((start["earliest"], bound.earliest), (start["latest"], bound.latest)):
        again = parse_stated(valid_from=said, zone=BERLIN, observed_at=SEEN)
        assert isinstance(again, Stated)
        assert start_bound(again.start, observed_at=SEEN) == exactly(meant)


def documents(stated: Stated) -> tuple[Doc, Doc]:
    start = start_bound(stated.start, observed_at=SEEN)
    end = end_bound(stated.end, start=start)
    return (
        start_to_wire(stated.start, start),
        end_to_wire(stated.end, end, derived_from_fact=None),
    )


def test_an_answer_holds_texts_precisions_and_instants() -> None:
    parsed = parse_stated(
        valid_from="2024~", valid_through="2024-06-30", zone=BERLIN, observed_at=SEEN
    )
    assert isinstance(parsed, Stated)
    assert documents(parsed) == (
        {
            "text": "2024~",
            "precision": "year",
            "earliest": "2023-12-31T23:00:00.000000Z",
            "latest": "2024-12-31T22:59:59.999999Z",
        },
        {
            "text": "2024-06-30",
            "precision": "day",
            "earliest": "2024-06-30T22:00:00.000000Z",
            "latest": "2024-06-30T22:00:00.000000Z",
            "open": False,
            "derived_from_fact": None,
        },
    )


@pytest.mark.parametrize(
    ("interval", "first", "last"),
    [("2019/..", "2019", ".."), ("2019/", "2019", ""), ("../", "..", ""), ("/..", "", "..")],
)
def test_open_and_unknown_come_back_as_written(interval: str, first: str, last: str) -> None:
    parsed = parse_stated(valid=interval, zone=UTC_ZONE, observed_at=SEEN)
    assert isinstance(parsed, Stated)
    start, end = documents(parsed)
    assert (start["text"], end["text"]) == (first, last)
    assert end["open"] is (last == "..")


def test_what_was_not_given_has_no_text() -> None:
    start, end = documents(Stated(start=Undated(said=False), end=Open(said=False)))
    assert start == {
        "text": None,
        "precision": None,
        "earliest": "0001-01-01T00:00:00.000000Z",
        "latest": "2024-07-01T00:00:00.000000Z",
    }
    assert end == {
        "text": None,
        "precision": None,
        "earliest": None,
        "latest": None,
        "open": True,
        "derived_from_fact": None,
    }


def test_an_end_that_another_fact_brings_has_its_bound_and_names_it() -> None:
    bound = exactly(instant("2024-02-15"))
    doc = end_to_wire(Open(said=False), bound, derived_from_fact=Seq(31))
    assert doc["text"] is None
    assert doc["earliest"] == doc["latest"] == "2024-02-15T00:00:00.000000Z"
    assert (doc["open"], doc["derived_from_fact"]) == (False, 31)


DATED = {
    "kind": "from",
    "text": "2024-10-27T02:30",
    "precision": "minute",
    "qualifier": None,
    "zone": {"name": "Europe/Berlin", "tzdata": "1.0"},
    "earliest": "2024-10-27T00:30:00.000000Z",
    "latest": "2024-10-27T00:30:00.000000Z",
}
OPEN: Doc = {"kind": "open", "said": False}
ENDED: Doc = {"kind": "ended", "by": "2024-07-01T00:00:00.000000Z"}


def test_what_is_stored_is_not_resolved_again() -> None:
    stated = from_part({"start": DATED, "end": ENDED})
    assert isinstance(stated.start, From)
    assert stated.start.bound == exactly(instant("2024-10-27T00:30"))
    assert stated.start.precision is Precision.MINUTE
    assert stated.end == Ended(by=SEEN)


@pytest.mark.parametrize(
    "doc",
    [
        None,
        [],
        {},
        {"start": DATED},
        {"start": DATED, "end": OPEN, "more": 1},
        {"start": DATED, "end": None},
        {"start": OPEN, "end": OPEN},
        {"start": DATED, "end": DATED},
        {"start": DATED, "end": {"kind": "open", "said": "yes"}},
        {"start": DATED, "end": {"kind": "open", "said": 1}},
        {"start": DATED, "end": {"kind": "open"}},
        {"start": DATED, "end": {"kind": "ended", "by": "2024-07-01T00:00:00Z"}},
        {"start": DATED, "end": {"kind": "ended", "by": "2024-07-01"}},
        {"start": DATED, "end": {"kind": "ended", "by": None}},
        {"start": {**DATED, "more": 1}, "end": OPEN},
        {"start": {**DATED, "text": None}, "end": OPEN},
        {"start": {**DATED, "precision": "week"}, "end": OPEN},
        {"start": {**DATED, "qualifier": "!"}, "end": OPEN},
        {"start": {**DATED, "zone": "Europe/Berlin"}, "end": OPEN},
        {"start": {**DATED, "zone": {"name": "Europe/Berlin"}}, "end": OPEN},
        {"start": {**DATED, "earliest": "2024-10-27T00:30:00Z"}, "end": OPEN},
        {"start": {**DATED, "latest": "2024-10-27T00:29:00.000000Z"}, "end": OPEN},
    ],
)
def test_what_has_another_shape_is_no_stored_part(doc: object) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        from_part(doc)
    assert from_part({"start": DATED, "end": OPEN}).end == Open(said=False)


def test_each_kind_has_a_stored_name_of_its_own() -> None:
    parsed = [
        parse_stated(**fields, zone=UTC_ZONE, observed_at=SEEN)
        for fields in (
            {"valid": "2019/2021"},
            {"valid": "../.."},
            {"valid": "/"},
            {"valid_through": "2021"},
        )
    ]
    parts = [to_part(each) for each in parsed if isinstance(each, Stated)]
    kinds = [cast("Doc", part[edge])["kind"] for part in parts for edge in ("start", "end")]
    assert kinds == ["from", "until", "always", "open", "undated", "ended", "undated", "through"]
