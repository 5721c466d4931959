"""What follows on what: winners that go, interruptions that end, contests that are ended."""

from itertools import permutations

import pytest

from tests.cases.story import Story, verdicts


def test_a_displaced_constant_is_active_again_once_its_winner_is_gone(blank: Story) -> None:
    blank.declares(temporal="constant")
    oslo = blank.says("a", "Oslo")
    bergen = blank.says(blank.person("h"), "Bergen")
    assert bergen.verdict == "displaces"
    assert blank.status(oslo.fact) == "displaced"
    assert [each["object"] for each in blank.facts()] == ["Bergen"]
    blank.invalidates(bergen.fact)
    assert blank.status(oslo.fact) == "active"
    assert [each["object"] for each in blank.facts()] == ["Oslo"]


def test_a_quarantined_newcomer_stands_while_what_it_met_is_gone(story: Story) -> None:
    incumbent = story.says(story.person("h"), "X", valid_from="2020-01-01")
    newcomer = story.says("a", "Y", valid_from="2021-01-01")
    assert newcomer.verdict == "quarantined"
    assert story.value_at("2022-01-01") == {"X": "D"}
    story.invalidates(incumbent.fact)
    assert story.value_at("2022-01-01") == {"Y": "D"}
    story.restores(incumbent.fact)
    assert story.status(newcomer.fact) == "quarantined"
    assert story.value_at("2022-01-01") == {"X": "D"}


def test_a_contest_does_not_open_a_third_value_again(story: Story) -> None:
    told = [
        story.says(name, name.upper(), valid_from=f"{year}-01-01")
        for name, year in (("a", 2019), ("b", 2021), ("c", 2021))
    ]
    assert verdicts(told) == ["recorded", "supersedes", "contested"]
    assert story.value_at("2022-01-01") == {"B": "D!", "C": "D!"}
    assert story.value_at("2020-01-01") == {"A": "D"}
    named = [each["facts"] for each in story.rows("conflicts")]
    assert [sorted(fact["object"] for fact in facts) for facts in named] == [["B", "C"]]


def test_after_an_interruption_the_open_value_holds_again(story: Story) -> None:
    story.says("a", "Prague", valid_from="2020-01-01")
    rome = story.says("b", "Rome", valid_from="2022-01-01", valid_to="2022-07-01")
    assert rome.verdict == "supersedes"
    assert story.values_at("2021-12-31", "2022-01-01", "2022-06-30", "2022-07-01") == [
        {"Prague": "D"},
        {"Rome": "D"},
        {"Rome": "D"},
        {"Prague": "D"},
    ]
    assert story.types().count("FactAsserted") == 2


def test_three_undated_stints_are_three_facts_each_of_its_stretch(story: Story) -> None:
    told = [
        story.says(name, value, observed_at=f"2026-0{month}-01T00:00:00Z")
        for name, value, month in (("a", "X", 1), ("b", "Y", 2), ("c", "X", 4))
    ]
    assert len({each.fact for each in told}) == 3
    assert story.values_at("2026-01-15", "2026-03-01", "2026-04-02") == [
        {"X": "D"},
        {"Y": "D"},
        {"X": "D"},
    ]
    shown = [
        fact["fact"]
        for day in ("2026-01-15", "2026-03-01", "2026-04-02")
        for fact in story.facts(valid_at=day)
    ]
    assert shown == [each.fact for each in told]


@pytest.mark.parametrize("order", list(permutations([("X", 2020), ("X", 2024), ("Y", 2022)])))
def test_three_dated_claims_make_one_timeline_in_any_order(
    story: Story, order: tuple[tuple[str, int], ...]
) -> None:
    for number, (value, year) in enumerate(order):
        story.says(f"agent {number}", value, valid_from=f"{year}-01-01")
    found = story.values_at(*(f"{year}-06-01" for year in range(2019, 2026)))
    x, y = {"X": "D"}, {"Y": "D"}
    assert found == [{}, x, x, y, y, x, x]
    assert story.rows("conflicts") == []


def test_a_later_person_s_word_follows_a_contest(story: Story) -> None:
    for name in "ab":
        story.says(name, "A", valid_from="2020-01-01")
    assert story.says("g", "G", valid_from="2024-01-01").verdict == "contested"
    assert story.says(story.person("h"), "H", valid_from="2025-01-01").verdict == "supersedes"
    assert story.values_at("2025-06-01", "2024-06-01", "2023-06-01") == [
        {"H": "D"},
        {"A": "D!", "G": "D!"},
        {"A": "D!"},
    ]


def test_of_three_values_of_one_start_the_one_that_gains_voices_stands_alone(story: Story) -> None:
    for name in "abc":
        story.says(name, name.upper(), valid_from="2020-01-01")
    assert story.value_at("2021-01-01") == {"A": "D!", "B": "D!", "C": "D!"}
    for number in range(4):
        story.says(f"voice {number}", "B", valid_from="2020-01-01")
    assert story.value_at("2021-01-01") == {"B": "D"}


def test_an_undated_note_seen_before_a_stated_value_was_said_contests_it(story: Story) -> None:
    story.says("a", "Prague", valid_from="2020-01-01", observed_at="2024-01-01T00:00:00Z")
    assert story.says("b", "Oslo", observed_at="2021-01-01T00:00:00Z").verdict == "contested"
    assert story.value_at("2022-01-01") == {"Oslo": "D!", "Prague": "D!"}


def test_a_start_stated_before_an_undated_value_was_seen_contests_it(story: Story) -> None:
    story.says("a", "Prague", observed_at="2024-01-01T00:00:00Z")
    oslo = story.says("b", "Oslo", valid_from="2022-01-01", observed_at="2024-03-01T00:00:00Z")
    assert oslo.verdict == "contested"
    assert story.value_at("2024-05-01") == {"Oslo": "D!", "Prague": "D!"}
