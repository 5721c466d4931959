"""What users of such systems have reported, as it is here: the kind of fault, and the example."""

from itertools import product

import pytest

from domain import identity
from domain.grants import Role
from domain.words import ActorKind
from tests.api.client import Json
from tests.cases.story import House, Story, claim, done, verdicts


def test_a_fact_is_not_retired_by_a_similar_one_of_another_predicate(blank: Story) -> None:
    for predicate in ("employer", "administers"):
        blank.declares(predicate)
    for predicate, value in product(("employer", "administers", "likes"), ("Acme", "Acme-GitHub")):
        subject = f"Ann of {value}"
        told = blank.says("a", value, subject=subject, predicate=predicate)
        assert told.verdict == "recorded"
    for value in ("Acme", "Acme-GitHub"):
        shown = blank.asks("facts", subject=f"Ann of {value}")["facts"]
        assert sorted(each["predicate"] for each in shown) == ["administers", "employer", "likes"]
    first = blank.says("b", "Acme", subject="Ann", predicate="employer", valid_from="2020-01-01")
    blank.says("c", "Acme-GitHub", subject="Ann", predicate="administers", valid_from="2021-01-01")
    assert blank.status(first.fact) == "active"
    assert blank.value_at("2022-01-01", subject="Ann") == {"Acme": "D"}


def test_predicates_that_are_declared_alike_behave_alike(blank: Story) -> None:
    names = ["employer", "lives_in", "住所", "is about to be", "x" * 900]
    courses: list[list[str]] = []
    for predicate in names:
        blank.declares(predicate.replace(" ", "%20"))
        course = [("a", "A", 2020), ("b", "B", 2020), ("c", "B", 2020), ("d", "C", 2022)]
        told = [
            blank.says(who, value, predicate=predicate, valid_from=f"{year}-01-01")
            for who, value, year in course
        ]
        courses.append(verdicts(told))
    assert courses[0][:2] == ["recorded", "contested"]
    assert courses == [courses[0]] * len(names)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 1, 0)])
def test_the_later_valid_time_is_current_in_whatever_order_it_is_filled_in(
    story: Story, order: tuple[int, ...]
) -> None:
    days = ["2023-09-21", "2023-09-23", "2023-09-22"]
    for place in order:
        story.says(f"agent {place}", f"value of {days[place]}", valid_from=days[place])
    assert {each["object"] for each in story.facts()} == {"value of 2023-09-23"}
    assert story.value_at("2023-09-21") == {"value of 2023-09-21": "D"}


@pytest.mark.parametrize("dates", [{"valid_from": "2020-01-01"}, {"valid_from": "2020"}, {}])
@pytest.mark.parametrize("kind", ["state", "constant", "event"])
def test_the_opposite_of_a_fact_leaves_a_contest_and_never_nothing(
    blank: Story, kind: str, dates: dict[str, str]
) -> None:
    blank.declares("feels", temporal=kind)
    seen = "2026-01-01T00:00:00Z"
    for who, value in (("a", "love X"), ("b", "hate X"), ("a", "love X"), ("b", "hate X")):
        blank.says(who, value, predicate="feels", observed_at=seen, **dates)
    held = blank.value_at("2020-01-01" if dates else seen, predicate="feels")
    assert set(held) == {"love X", "hate X"}
    assert all(each.endswith("!") for each in held.values())


@pytest.mark.parametrize("dates", [{}, {"valid_from": "2020-01-01"}])
def test_what_is_said_three_times_is_one_fact_of_three_claims(
    story: Story, dates: dict[str, str]
) -> None:
    told = [story.says(name, "Acme", **dates) for name in ("a", "a", "b")]
    assert verdicts(told) == ["recorded", "confirmed", "confirmed"]
    (fact,) = story.facts()
    assert (fact["fact"], fact["claims"], fact["status"]) == (told[0].fact, 3, "active")


def test_the_old_wording_of_what_was_corrected_is_found_no_more(story: Story) -> None:
    told = story.says("a", "Acmee Corp", valid_from="2020-01-01")
    assert [each["fact"] for each in story.facts(object="acmee corp")] == [told.fact]
    story.corrects(told.fact, object="Acme Corp")
    assert story.facts(object="acmee corp") == []
    assert [each["fact"] for each in story.facts(object="ACME CORP")] == [told.fact]


def test_a_tombstone_matches_under_every_version_of_the_keys(story: Story) -> None:
    # One version there is; what it was refused under is told by the ledger's first event.
    told = story.says("a", "café", valid_from="2020-01-01")
    story.invalidates(told.fact)
    opened = str(story.events()[0]["doc"])
    assert f"'identity_version': {identity.IDENTITY_VERSION}" in opened
    assert story.verified().findings == ()
    assert story.says("b", "CAFE\u0301", valid_from="2021-01-01").verdict == "refused"
    assert story.says("b", "cafe", valid_from="2021-01-01").verdict == "recorded"


@pytest.mark.parametrize("kind", ["state", "constant"])
def test_an_agent_against_a_person_is_quarantined_and_waits_for_one(
    blank: Story, kind: str
) -> None:
    blank.declares(temporal=kind)
    blank.says(blank.person("h"), "Acme")
    chatter = blank.says("chat", "Globex")
    assert chatter.verdict == "quarantined"
    assert [each["object"] for each in blank.facts()] == ["Acme"]
    (item,) = blank.rows("review")
    assert item["seq"] == chatter.fact
    blank.reviews(chatter.fact, "reject")
    assert blank.rows("review") == []
    assert blank.says("chat", "Globex").verdict == "refused"


def test_a_payload_that_claims_to_be_a_person_stays_an_agent_s(story: Story) -> None:
    story.says(story.person("h"), "Acme")
    posing = story.says("chat", "Globex", source="h", qualifiers={"actor": "human"})
    assert posing.verdict == "quarantined"
    (said,) = story.asks(f"facts/{posing.fact}/why")["claims"]
    assert (said["actor"]["kind"], said["said"]["source"]) == ("agent", "h")


WISHES: dict[str, Json] = {
    "invalidate": {"reason": "untrue"},
    "end": {"valid_to": "2021-01-01"},
    "correct": {"object": "Globex", "reason": "misheard"},
    "outcome": {"signal": "test_passed", "success": False},
}


def test_an_agent_decides_only_on_what_agents_alone_said(story: Story) -> None:
    persons = story.says(story.person("h"), "Acme", valid_from="2020-01-01")
    items: list[int] = []
    for wish, sent in WISHES.items():
        response = story.orders("a", f"facts/{persons.fact}/{wish}", sent)
        assert response.status_code == 202
        items.append(response.json()["review"])
    assert sorted(each["seq"] for each in story.rows("review")) == items
    assert story.value_at("2022-01-01") == {"Acme": "D"}
    story.reviews(items[0], "reject")
    story.reviews(items[1], "confirm")
    assert story.value_at("2022-01-01") == {}
    assert story.value_at("2020-06-01") == {"Acme": "D"}
    own = story.says("a", "Bolt", subject="Bob", valid_from="2020-01-01")
    story.invalidates(own.fact, by="b")
    assert story.value_at("2022-01-01", subject="Bob") == {}


def test_a_person_decides_what_waits_in_each_way(house: House) -> None:
    after = {
        "confirm": {"Globex": "D"},
        "reject": {"Acme": "D"},
        "keep_both": {"Acme": "D!", "Globex": "D!"},
        "close": {"Acme": "D!"},
    }
    for decision, expected in after.items():
        story = house.open()
        story.declares()
        story.says("a", "Acme", valid_from="2020-01-01")
        newcomer = story.says("b", "Globex", valid_from="2020-01-01")
        assert newcomer.verdict == "contested"
        more = {"valid_to": "2020-06-01"} if decision == "close" else {}
        story.reviews(newcomer.fact, decision, **more)
        assert (decision, story.value_at("2021-01-01")) == (decision, expected)
        assert decision == "close" or story.rows("review") == []


def test_declarations_of_agents_are_suggestions(blank: Story) -> None:
    for name, value in (("a", "Acme"), ("b", "Globex")):
        blank.says(name, value, valid_from="2020-01-01")
    blank.declares(by=blank.agent("a"))
    assert blank.value_at("2021-01-01") == {"Acme": "D", "Globex": "D"}
    assert blank.rows("predicates") == []
    suggested = blank.asks("predicates/suggestions")
    assert "employer" in str(suggested)
    admin = blank.caller("boss", kind=ActorKind.HUMAN, role=Role.ADMIN)
    blank.declares(by=admin)
    assert [each["predicate"] for each in blank.rows("predicates")] == ["employer"]
    assert blank.value_at("2021-01-01") == {"Acme": "D!", "Globex": "D!"}


def test_a_second_value_of_an_undeclared_predicate_is_warned_of_once(blank: Story) -> None:
    warned = [
        bool(blank.says(name, value).document["warnings"])
        for name, value in (("a", "X"), ("b", "Y"), ("c", "Z"))
    ]
    assert warned == [False, True, False]


def test_a_batch_answers_a_refusal_in_its_place(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    story.invalidates(told.fact)
    sent = {"facts": [claim("Y"), claim("x"), claim("Z", subject="Bob")]}
    results = done(story.orders("b", "facts/batch", sent), 200)["results"]
    assert [each["verdict"] for each in results] == ["recorded", "refused", "recorded"]
    assert results[1]["tombstone"]["fact"] == told.fact
