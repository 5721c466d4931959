"""Dates that are partly known: when a fact surely holds, when it may, and what is no date."""

import pytest

from tests.api.client import Json, errors
from tests.cases.story import Story, claim

A, B = "Acme", "Bolt"


def test_what_has_ended_nobody_knows_when_was_possible_until_that_was_said(story: Story) -> None:
    story.says("a", "CEO", valid_from="2019-01-01", valid_to="", observed_at="2024-07-01T00:00:00Z")
    assert story.values_at("2018-12-31", "2019-01-01", "2023-01-01", "2024-07-01") == [
        {},
        {"CEO": "P"},
        {"CEO": "P"},
        {},
    ]


@pytest.mark.parametrize(("valid", "expected"), [("2019/..", {A: "D"}), ("2019/", {})])
def test_an_open_end_is_not_an_unknown_one(story: Story, valid: str, expected: Json) -> None:
    told = story.says("a", A, valid=valid)
    assert story.value_at("2030-01-01") == expected
    assert story.value_at("2019-06-01") == {A: "P"}
    shown = story.fact(told.fact)["valid"]
    assert f"{shown['from']['text']}/{shown['to']['text']}" == valid


@pytest.mark.parametrize(
    ("certainty", "expected"), [("definite", {}), ("possible", {A: "P"}), (None, {A: "P"})]
)
def test_either_certainty_may_be_asked_for(
    story: Story, certainty: str | None, expected: Json
) -> None:
    story.says("a", A, valid_from="2024")
    assert story.value_at("2024-06-15", certainty=certainty) == expected
    assert story.value_at("2025-01-01", certainty="definite") == {A: "D"}
    assert story.value_at("2025-01-01", certainty="possible") == {}


def test_a_start_within_a_year_is_possible_in_it_and_definite_after(story: Story) -> None:
    told = story.says("a", A, valid_from="2024")
    assert story.values_at("2023-12-31", "2024-01-01", "2024-06-15", "2025-01-01") == [
        {},
        {A: "P"},
        {A: "P"},
        {A: "D"},
    ]
    start = story.fact(told.fact)["valid"]["from"]
    assert (start["text"], start["precision"]) == ("2024", "year")


def test_an_end_within_a_year_is_possible_in_it(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01", valid_to="2023")
    assert story.values_at("2022-12-31", "2023-01-01", "2023-12-31", "2024-01-01") == [
        {A: "D"},
        {A: "P"},
        {A: "P"},
        {},
    ]


def test_a_start_that_is_told_apart_ends_a_contest(story: Story) -> None:
    vague = story.says("a", A, valid_from="2024")
    assert story.says("b", B, valid_from="2024-06-15").verdict == "contested"
    assert story.value_at("2025-02-01") == {A: "D!", B: "D!"}
    story.corrects(vague.fact, valid_from="2024-01-05")
    assert story.value_at("2025-02-01") == {B: "D"}
    assert story.value_at("2024-03-01") == {A: "D"}


def test_a_leap_day_is_a_day_and_its_end_is_included(story: Story) -> None:
    story.says("a", A, valid_from="2024-02-29", valid_through="2024-02-29")
    asked = ("2024-02-28", "2024-02-29", "2024-02-29T23:59:59Z", "2024-03-01")
    assert story.values_at(*asked) == [{}, {A: "D"}, {A: "D"}, {}]
    response = story.sends("a", A, valid_from="2023-02-29")
    assert set(errors(response)) == {"valid_from"}


@pytest.mark.parametrize(("day", "hours"), [("2024-03-31", 23), ("2024-10-27", 25)])
def test_a_day_is_as_long_as_its_zone_makes_it(blank: Story, day: str, hours: int) -> None:
    berlin = blank.house.open(zone="Europe/Berlin")
    told = berlin.says("a", A, valid_from=day, valid_through=day)
    valid = berlin.fact(told.fact)["valid"]
    assert span_h(valid["from"]["latest"], valid["to"]["earliest"]) == hours


def span_h(start: str, end: str) -> int:
    """How many hours lie between two instants of neighbouring days."""
    days = int(end[8:10]) - int(start[8:10])
    return days * 24 + int(end[11:13]) - int(start[11:13])


def test_a_local_time_that_is_there_twice_or_never_needs_an_offset(blank: Story) -> None:
    berlin = blank.house.open(zone="Europe/Berlin")
    for time in ("2024-10-27T02:30", "2024-03-31T02:30"):
        assert set(errors(berlin.sends("a", A, valid_from=time))) == {"valid_from"}
    starts = [
        berlin.fact(berlin.says("a", value, valid_from=f"2024-10-27T02:30{offset}").fact)
        for value, offset in ((A, "+02:00"), (B, "+01:00"))
    ]
    first, second = (each["valid"]["from"]["latest"] for each in starts)
    assert first == "2024-10-27T00:30:00.000000Z"
    assert second == "2024-10-27T01:30:00.000000Z"


def test_an_undated_value_was_possible_before_it_was_seen(story: Story) -> None:
    story.says("a", A, observed_at="2024-01-10T00:00:00Z")
    assert story.values_at("0001-01-01", "2024-01-10") == [{A: "P"}, {A: "D"}]
    second = story.says("b", B, observed_at="2024-06-01T00:00:00Z")
    assert second.verdict == "supersedes"
    assert story.values_at("2024-05-31", "2024-06-01", "2023-01-01") == [
        {A: "D"},
        {B: "D"},
        {A: "P"},
    ]


NO_DATES = [
    "2023-02-29",
    "2024-13",
    "2024-05-17T24:00:00Z",
    "2016-12-31T23:59:60Z",
    "-0001",
    "0000-01-01",
    "10000-01-01",
    "infinity",
    "now",
    "17.5.2024",
    "2024-05-17T10:00:00.1234567Z",
    "",
]


@pytest.mark.parametrize("text", [each for each in NO_DATES if each])
def test_what_is_no_date_is_refused_under_its_field(story: Story, text: str) -> None:
    assert set(errors(story.sends("a", A, valid_from=text))) == {"valid_from"}
    assert set(errors(story.sends("a", A, valid_to=text))) == {"valid_to"}
    assert story.says("a", A, valid_from="2024-05-17", valid_to="9999-12-31").verdict == "recorded"


@pytest.mark.parametrize(
    ("start", "end"), [("2024-05-17", "2024-05-17"), ("2024-05-17", "2023-01-01")]
)
def test_what_ends_before_it_starts_is_refused(story: Story, start: str, end: str) -> None:
    assert story.sends("a", A, valid_from=start, valid_to=end).status_code == 422
    assert story.says("a", A, valid_from=start, valid_to="2024-05-18").verdict == "recorded"


@pytest.mark.parametrize(
    "text", ["2024-05-17T00:00:00Z", "2024-05-17T00:00:00+00:00", "2024-05-16T17:00:00-07:00"]
)
def test_equal_instants_are_equal_however_they_are_spelt(story: Story, text: str) -> None:
    first = story.says("a", A, valid_from="2024-05-17")
    assert story.says("b", A, valid_from=text).fact == first.fact
    assert story.value_at(text) == {A: "D"}
    assert story.value_at("2024-05-16T23:59:59.999999Z") == {}


@pytest.mark.parametrize(
    ("text", "first", "surely"),
    [
        ("0001-01-01", "0001-01-01", "0001-01-01"),
        ("9999-12-30", "9999-12-30", "9999-12-30"),
        ("202X", "2020-01-01", "2030-01-01"),
        ("2024-05", "2024-05-01", "2024-06-01"),
        ("2024-05-17?", "2024-05-17", "2024-05-17"),
    ],
)
def test_every_precision_has_a_first_day_and_a_sure_one(
    story: Story, text: str, first: str, surely: str
) -> None:
    told = story.says("a", A, valid_from=text)
    assert story.value_at(first) == {A: "D" if first == surely else "P"}
    assert story.value_at(surely) == {A: "D"}
    assert story.fact(told.fact)["valid"]["from"]["text"] == text


def test_each_claim_of_a_batch_has_dates_of_its_own(story: Story) -> None:
    dates = ["2024-05-17", "2024-05-17T10:00:00", "2024-05-17T10:00:00+02:00", "24:00"]
    claims = [claim(A, subject=f"S{number}", valid_from=date) for number, date in enumerate(dates)]
    sent = {"facts": claims}
    results = story.orders("a", "facts/batch", sent).json()["results"]
    assert [each.get("verdict") for each in results] == ["recorded", "recorded", "recorded", None]
    assert [each["field"] for each in results[-1]["errors"]] == ["valid_from"]
