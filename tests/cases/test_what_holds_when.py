"""What holds on which day, and what was held then: exact answers, as of both times."""

import pytest

from tests.cases.story import Story, claim, verdicts

A, G, J = "Acme", "Globex", "Initech"


def based(story: Story) -> int:
    """Alice works for Acme from 2020 on; the fact."""
    return story.says("a", A, valid_from="2020-01-01").fact


def succeeded(story: Story) -> tuple[int, int]:
    """From 2024-02-15 on she works for Globex; the facts."""
    acme, globex = based(story), story.says("g", G, valid_from="2024-02-15")
    assert globex.verdict == "supersedes"
    return acme, globex.fact


def filled(story: Story) -> tuple[int, int, int]:
    """And in between, from 2022-06-01 on, for Initech; the facts."""
    acme, globex = succeeded(story)
    initech = story.says("i", J, valid_from="2022-06-01")
    assert initech.verdict == "supersedes"
    return acme, globex, initech.fact


def test_a_successor_holds_from_the_instant_of_its_start(story: Story) -> None:
    succeeded(story)
    assert story.value_at("2024-02-14") == {A: "D"}
    assert story.value_at("2024-02-15T00:00:00Z") == {G: "D"}
    assert story.value_at("2024-02-14T23:59:59.999999Z") == {A: "D"}
    assert story.value_at("2024-02-20", story.known(1)) == {A: "D"}
    assert story.value_at("2024-02-20") == {G: "D"}


def test_a_back_filled_value_takes_over_between_two(story: Story) -> None:
    filled(story)
    days = ("2021-01-01", "2022-06-01", "2024-02-14", "2024-02-15")
    assert story.values_at(*days) == [{A: "D"}, {J: "D"}, {J: "D"}, {G: "D"}]
    assert story.value_at("2023-01-01", story.known(2)) == {A: "D"}


def test_an_invalidated_value_gives_its_stretch_back(story: Story) -> None:
    *_, initech = filled(story)
    story.invalidates(initech)
    assert story.value_at("2023-01-01") == {A: "D"}
    assert story.value_at("2024-02-15") == {G: "D"}
    assert story.value_at("2023-01-01", story.known(3)) == {J: "D"}


def test_a_restored_value_has_its_stretch_id_and_evidence_again(story: Story) -> None:
    *_, initech = filled(story)
    before = story.facts(valid_at="2023-01-01")
    story.invalidates(initech)
    story.restores(initech)
    (again,) = story.facts(valid_at="2023-01-01")
    assert again["fact"] == initech
    assert [{**each, "recorded": None} for each in before] == [{**again, "recorded": None}]
    assert story.value_at("2023-01-01", story.known(4)) == {A: "D"}
    assert len(story.facts(valid_at="any", status="all")) == 3
    assert [each["claim"] for each in story.asks(f"facts/{initech}/why")["claims"]] == [initech]


def test_a_corrected_start_holds_from_there_as_far_as_is_known_since(story: Story) -> None:
    story.corrects(based(story), valid_from="2020-03-01")
    assert story.value_at("2020-02-01") == {}
    assert story.value_at("2020-03-01") == {A: "D"}
    assert story.value_at("2020-02-01", story.known(1)) == {A: "D"}


def test_a_successor_s_corrected_start_moves_what_it_ends(story: Story) -> None:
    acme, globex = succeeded(story)
    story.corrects(globex, valid_from="2024-02-01")
    assert story.value_at("2024-02-10") == {G: "D"}
    assert story.value_at("2024-01-31") == {A: "D"}
    assert story.value_at("2024-02-10", story.known(2)) == {A: "D"}
    corrected = [each["doc"] for each in story.events() if each["type"] == "FactCorrected"]
    assert len(corrected) == 1
    assert story.fact(acme)["valid"]["to"]["derived_from_fact"] == globex


def test_what_alone_was_on_its_axis_leaves_nothing(story: Story) -> None:
    story.invalidates(based(story))
    assert story.value_at("2021-01-01") == {}
    assert story.value_at("2021-01-01", story.known(1)) == {A: "D"}


def test_a_stated_end_is_not_moved_when_what_followed_goes(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01", valid_to="2023-12-31")
    globex = story.says("g", G, valid_from="2024-02-15")
    assert globex.verdict == "recorded"
    assert story.value_at("2024-02-20") == {G: "D"}
    story.invalidates(globex.fact)
    assert story.value_at("2024-02-20") == {}
    assert story.value_at("2023-12-30") == {A: "D"}


def test_two_of_one_start_are_in_contest(story: Story) -> None:
    based(story)
    assert story.says("g", G, valid_from="2020-01-01").verdict == "contested"
    assert story.value_at("2021-01-01") == {A: "D!", G: "D!"}


def price(number: str, start: str, end: str | None = None) -> dict[str, object]:
    dates = {"valid_from": start, "valid_to": end}
    return {**claim({"number": number, "unit": "EUR"}, subject="tea", predicate="price"), **dates}


def test_a_stated_end_that_is_overlapped_is_contested_and_stays(blank: Story) -> None:
    blank.declares("price")
    (five,) = blank.says_all("a", [price("5", "2020-01-01", "2021-01-01")])
    (six,) = blank.says_all("b", [price("6", "2020-06-01")])
    assert verdicts([five, six]) == ["recorded", "contested"]
    tea = {"subject": "tea", "predicate": "price"}
    assert blank.values_at("2020-03-01", "2020-07-01", "2021-01-01", **tea) == [
        {"5": "D!"},
        {"5": "D!", "6": "D!"},
        {"6": "D!"},
    ]
    assert blank.fact(five.fact)["valid"]["to"]["text"] == "2021-01-01"


def test_what_meets_at_an_instant_does_not_contend(blank: Story) -> None:
    blank.declares("price")
    told = blank.says_all("a", [price("5", "2020-01-01", "2021-01-01"), price("6", "2021-01-01")])
    assert verdicts(told) == ["recorded", "recorded"]
    tea = {"subject": "tea", "predicate": "price"}
    assert blank.value_at("2020-12-31T23:59:59.999999Z", **tea) == {"5": "D"}
    assert blank.value_at("2021-01-01", **tea) == {"6": "D"}
    assert blank.rows("conflicts") == []


def test_a_second_stint_is_a_fact_of_its_own(story: Story) -> None:
    first = story.says("a", A, valid_from="2020-01-01", valid_to="2022-01-01")
    second = story.says("b", A, valid_from="2023-01-01")
    assert verdicts([first, second]) == ["recorded", "recorded"]
    assert story.values_at("2021-06-01", "2022-06-01", "2023-06-01") == [{A: "D"}, {}, {A: "D"}]
    assert [each["fact"] for each in story.facts(valid_at="any")] == [first.fact, second.fact]


def test_what_begins_later_needs_no_event_on_that_day(story: Story) -> None:
    based(story)
    story.says("g", G, valid_from="2030-01-01")
    now = {each["object"] for each in story.facts()}
    assert now == {A}
    assert story.value_at("2030-01-01") == {G: "D"}
    assert "current" not in str([each["doc"] for each in story.events()])


def test_values_that_do_not_exclude_each_other_stand_side_by_side(blank: Story) -> None:
    told = [
        blank.says(name, value, predicate="speaks", valid_from=f"{year}-01-01")
        for name, value, year in (("a", "en", 2000), ("b", "fr", 2010))
    ]
    assert verdicts(told) == ["recorded", "recorded"]
    speaks = {"predicate": "speaks"}
    assert blank.values_at("2005-01-01", "2011-01-01", **speaks) == [
        {"en": "D"},
        {"en": "D", "fr": "D"},
    ]
    shown = blank.facts(valid_at="2011-01-01", **speaks)
    assert [each["valid"]["to"]["derived_from_fact"] for each in shown] == [None, None]


def readers(story: Story, parameter: str) -> list[str]:
    """The routes of a ledger that take this parameter, as the OpenAPI document has them."""
    below = "/v1/ledgers/{ledger}/"
    return [
        path.removeprefix(below)
        for path, operations in story.keeper.app.openapi()["paths"].items()
        for each in operations.get("get", {}).get("parameters", [])
        if path.startswith(below) and each["name"] == parameter
    ]


@pytest.mark.parametrize("day", ["2021-01-01", "2024-02-20"])
def test_every_answer_says_as_of_when_it_is(story: Story, day: str) -> None:
    acme, _ = succeeded(story)
    axis = {"subject": "Alice", "predicate": "employer"}
    known, times = story.known(1), readers(story, "valid_at")
    asked = readers(story, "known_at")
    assert {"facts", "facts/{fact}", "facts/{fact}/history", "facts/{fact}/why"} <= {*asked, *times}
    assert "timeline" in asked
    for path in asked:
        more = axis if path == "timeline" else {}
        when = {"valid_at": day} if path in times else {}
        place = path.replace("{fact}", str(acme))
        as_of = story.asks(place, known_at=known, **when, **more)["as_of"]
        assert (path, as_of["known_at"], as_of["seq"]) == (path, known, story.head)
        assert as_of["valid_at"] == (f"{day}T00:00:00.000000Z" if when else "any")
