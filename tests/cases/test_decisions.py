"""Who may decide what of whose word, and what a decision that is sent again is answered."""

import pytest

from tests.api.client import Json
from tests.cases.story import Story, done


def test_an_agent_takes_back_only_what_it_said_itself(story: Story) -> None:
    told = story.says("a", "Acme", valid_from="2020-01-01")
    before = story.head
    response = story.orders("b", f"claims/{told.claim}/retract", {"reason": "no"})
    assert response.status_code == 403
    assert story.head == before
    story.retracts(told.claim, by="a")
    assert story.value_at("2021-01-01") == {}


def test_a_source_is_taken_back_by_its_own_system_or_by_who_reviews(story: Story) -> None:
    crm = story.system("crm")
    told = story.says(crm, "Acme", valid_from="2020-01-01", source="crm")
    sent = {"source": "crm", "reason": "it was deleted"}
    before = story.head
    for other in (story.agent("a"), story.system("hr")):
        assert story.orders(other, "sources/retract", sent).status_code == 403
    assert story.head == before
    done(story.orders(crm, "sources/retract", sent), 200)
    assert story.status(told.fact) == "unsupported"
    story.decides("sources/reinstate", sent)
    assert story.status(told.fact) == "active"


def test_a_person_s_open_end_is_not_closed_by_an_agent(story: Story) -> None:
    story.says(story.person("h"), "Acme", valid_from="2020-01-01")
    story.says("a", "Acme", valid_from="2020-01-01", valid_to="2022-01-01")
    assert story.value_at("2023-01-01") == {"Acme": "D"}
    (item,) = story.rows("review")
    assert item["kind"] == "end"
    story.reviews(item["seq"], "confirm")
    assert story.values_at("2021-01-01", "2023-01-01") == [{"Acme": "D"}, {}]
    assert story.rows("review") == []


def test_a_value_has_one_holder_where_that_is_declared(blank: Story) -> None:
    blank.declares("sits_at", holders="single")

    def sits(name: str, subject: str, value: str, year: int) -> str:
        told = blank.says(
            name, value, subject=subject, predicate="sits_at", valid_from=f"{year}-01-01"
        )
        return told.verdict

    def at(day: str) -> Json:
        shown = blank.asks("facts", predicate="sits_at", valid_at=f"{day}T00:00:00Z")["facts"]
        return {f"{each['subject']} at {each['object']}": each["contested"] for each in shown}

    assert sits("a", "Alice", "desk 1", 2020) == "recorded"
    assert sits("b", "Bob", "desk 2", 2020) == "recorded"
    assert sits("c", "Alice", "desk 2", 2021) == "supersedes"
    assert at("2020-06-01") == {"Alice at desk 1": False, "Bob at desk 2": False}
    assert at("2021-06-01") == {"Alice at desk 2": False}
    assert sits("d", "Carol", "desk 2", 2021) == "contested"
    assert at("2021-06-01") == {"Alice at desk 2": True, "Carol at desk 2": True}


@pytest.mark.parametrize(
    ("verb", "sent"),
    [
        ("invalidate", {"reason": "untrue"}),
        ("end", {"valid_to": "2021-01-01"}),
        ("correct", {"object": "Bolt", "reason": "misheard"}),
        ("outcome", {"signal": "test_passed", "success": True}),
    ],
)
def test_a_decision_that_is_sent_again_under_its_key_is_one_event(
    story: Story, verb: str, sent: Json
) -> None:
    fact = story.says("a", "Acme", valid_from="2020-01-01").fact
    path = f"{story.path}/facts/{fact}/{verb}"
    first = done(story.reviewer.post(path, sent, Idempotency_Key="k"), 200)
    head = story.head
    assert done(story.reviewer.post(path, sent, Idempotency_Key="k"), 200) == first
    assert story.head == head
    other = story.reviewer.post(path, {**sent, "reason": "another"}, Idempotency_Key="k")
    assert other.status_code in {409, 422}
    assert story.head == head


def test_a_refusal_that_is_sent_again_under_its_key_is_counted_once(story: Story) -> None:
    fact = story.says("a", "Acme", valid_from="2020-01-01").fact
    story.invalidates(fact)
    sent = {"subject": "Alice", "predicate": "employer", "object": "Acme"}
    answers = [
        story.agent("b").post(f"{story.path}/facts", sent, Idempotency_Key="k") for _ in range(2)
    ]
    assert [each.status_code for each in answers] == [409, 409]
    assert answers[0].json() == answers[1].json()
    (tombstone,) = story.rows("tombstones")
    assert tombstone["tries"] == 1


def test_a_decision_is_carried_out_only_if_the_axis_is_as_it_was_seen(story: Story) -> None:
    fact = story.says("a", "Acme", valid_from="2020-01-01").fact
    seen = story.head
    story.says("b", "Acme", valid_from="2020-01-01")
    head = story.head
    path = f"{story.path}/facts/{fact}/invalidate"
    stale = story.reviewer.post(path, {"reason": "untrue"}, If_Match=str(seen))
    assert stale.status_code == 412
    assert story.head == head
    done(story.reviewer.post(path, {"reason": "untrue"}, If_Match=str(head)), 200)
    assert story.value_at("2021-01-01") == {}


@pytest.mark.parametrize("kind", ["constant", "event"])
def test_a_constant_holds_always_and_an_event_in_its_stretch(blank: Story, kind: str) -> None:
    blank.declares(temporal=kind)
    blank.says("a", "Oslo", valid_from="2020")
    expected = {"constant": {"Oslo": "D"}, "event": {}}[kind]
    assert blank.value_at("2019-06-01") == expected
    assert blank.value_at("2020-06-01") == {"Oslo": "D"}
    assert blank.value_at("2021-01-01") == expected


def test_whose_word_stands_is_told_term_by_term(story: Story) -> None:
    for name in "ab":
        story.says(name, "Acme", valid_from="2020-01-01")
    told = story.says("c", "Globex", valid_from="2020-01-01")
    why = told.document["why"]
    (duel,) = story.duels(told.fact)
    (fight,) = duel["fights"]
    assert why["margin"] == fight["margin"]
    assert why["terms"] == fight["terms"]
    sides = {
        side: sum(float(each["bits"]) for each in fight["terms"] if each["side"] == side)
        for side in ("newcomer", "rival")
    }
    assert sides["newcomer"] - sides["rival"] == pytest.approx(float(fight["margin"]))
    assert [each["voice"] for each in fight["terms"] if each["side"] == "rival"] == ["agent"] * 2
