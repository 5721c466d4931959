"""A value that was invalidated stays away, however it is said again and whatever stands now."""

from unicodedata import normalize

import pytest

from tests.api.client import errors
from tests.cases.story import Story, done, verdicts

CAFE = "Café Noir"
SPELLINGS = {
    "as it was": CAFE,
    "in capitals": "CAFÉ NOIR",
    "with other white space": "\tCafé\u00a0\u2003Noir \n",
    "decomposed": normalize("NFD", CAFE),
    "full-width": "Ｃａｆé Ｎｏｉｒ",
    "with a zero-width space": "Ca\u200bfé Noir",
    "with Cyrillic letters": "С\u0430fé N\u043eir",
    "with a Greek letter": "Café N\u03bfir",
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=list(SPELLINGS))
def test_a_refused_value_is_refused_in_every_spelling(story: Story, spelling: str) -> None:
    told = story.says("a", CAFE, valid_from="2020-01-01")
    assert story.value_at("2021-01-01") == {CAFE: "D"}
    story.invalidates(told.fact)
    again = story.says("b", spelling, valid_from="2021-01-01")
    assert again.verdict == "refused"
    assert again.document["status"] == 409
    assert again.document["tombstone"]["fact"] == told.fact
    assert story.value_at("2022-01-01") == {}
    assert story.says("b", "The black café", valid_from="2021-01-01").verdict == "recorded"
    story.restores(told.fact)
    assert story.value_at("2020-06-01") == {CAFE: "D"}
    assert story.says("b", CAFE, valid_from="2020-01-01").verdict == "confirmed"


def test_a_refused_value_is_refused_as_an_entity_too(story: Story) -> None:
    told = story.says("a", CAFE, valid_from="2020-01-01")
    story.invalidates(told.fact)
    assert story.says("b", {"entity": CAFE}).verdict == "refused"
    assert story.says("b", {"entity": "Blanc"}).verdict == "recorded"


def test_only_a_reviewer_lifts_a_refusal(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    story.invalidates(told.fact)
    before = story.head
    for who in (story.agent("a"), story.system("s"), story.person("h")):
        response = story.orders(who, f"facts/{told.fact}/restore", {"reason": "please"})
        assert response.status_code == 403
    assert story.head == before
    story.restores(told.fact)
    assert story.value_at("2021-01-01") == {"X": "D"}


def test_a_refused_value_is_not_laundered(story: Story) -> None:
    first = story.says("a", "X", valid_from="2020-01-01")
    story.invalidates(first.fact)
    second = story.says("b", "Y", valid_from="2020-01-01")
    evidence = [{"quote": "X it is", "uri": "https://x.example"}]
    third = story.says("c", "X", valid_from="2021-05-05", evidence=evidence)
    fourth = story.says("d", "X", observed_at="2026-01-01T00:00:00Z")
    assert verdicts([second, third, fourth]) == ["recorded", "refused", "refused"]
    (tombstone,) = story.rows("tombstones")
    assert (tombstone["fact"], tombstone["object"]) == (first.fact, "X")
    assert tombstone["tries"] == 2
    assert story.value_at("2022-01-01") == {"Y": "D"}
    assert story.status(second.fact) == "active"
    assert story.types().count("Refused") == 2


def test_an_invalidated_value_does_not_come_back_with_what_replaced_it_gone(story: Story) -> None:
    first = story.says("a", "X", valid_from="2020-01-01")
    second = story.says("b", "Y", valid_from="2021-01-01")
    assert second.verdict == "supersedes"
    story.invalidates(first.fact)
    assert story.value_at("2020-06-01") == {}
    story.retracts(second.claim)
    assert story.values_at("2020-06-01", "2022-01-01") == [{}, {}]
    assert story.says("c", "X").verdict == "refused"
    assert story.says("c", "Y").verdict == "recorded"


def test_dates_that_were_wrong_are_refused_and_others_are_not(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    story.invalidates(told.fact, kind="wrong_dates")
    assert story.says("b", "X", valid_from="2020-01-01").verdict == "refused"
    assert story.says("b", "X", valid_from="2021-01-01").verdict == "recorded"


def test_what_was_only_superseded_may_be_said_again(story: Story) -> None:
    story.says("a", "X", valid_from="2020-01-01")
    assert story.says("b", "Y", valid_from="2021-01-01").verdict == "supersedes"
    assert story.says("c", "X", valid_from="2022-01-01").verdict == "supersedes"
    assert story.value_at("2023-01-01") == {"X": "D"}
    assert story.rows("tombstones") == []


def test_a_refusal_names_the_tombstone_and_nothing_of_the_database(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    decided = story.invalidates(told.fact)
    response = story.sends("b", "X", valid_from="2020-01-01")
    assert response.status_code == 409
    problem = response.json()
    assert problem["verdict"] == "refused"
    assert problem["tombstone"] == {"fact": told.fact, "seq": decided["seq"]}
    assert not any(word in response.text for word in ("constraint", "read.", "ledger.", "SQL"))


def test_invalidating_what_is_unknown_or_already_invalid_is_no_event(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    story.invalidates(told.fact)
    before = story.head
    sent = {"reason": "again"}
    assert story.orders(story.reviewer, f"facts/{told.fact}/invalidate", sent).status_code == 409
    assert story.orders(story.reviewer, "facts/9999/invalidate", sent).status_code == 404
    assert story.head == before


def test_an_unknown_field_of_a_decision_is_refused(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    sent = {"reason": "untrue", "why": "untrue"}
    response = story.orders(story.reviewer, f"facts/{told.fact}/invalidate", sent)
    assert errors(response) == {"why": "unknown_field"}
    done(story.orders(story.reviewer, f"facts/{told.fact}/invalidate", {"reason": "untrue"}), 200)
