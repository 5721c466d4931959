"""What the ledger had been told by then: ends that move, claims that go, commands in one step."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.cases.story import Story, claim, done, verdicts

A, G = "Acme", "Globex"


def test_an_end_can_be_corrected_and_opened_again(story: Story) -> None:
    acme = story.says("a", A, valid_from="2020-01-01").fact
    story.ends(acme, "2023-06-30")
    story.corrects(acme, valid_to="2023-09-30")
    story.corrects(acme, valid_to="..")
    found = [story.value_at("2023-08-01", story.known(command)) for command in (1, 2, 3, 4)]
    assert found == [{A: "D"}, {}, {A: "D"}, {A: "D"}]
    assert story.fact(acme)["valid"]["to"]["open"] is True


def test_nothing_is_known_before_the_first_event_and_nothing_yet_of_the_future(
    story: Story,
) -> None:
    story.says("a", A, valid_from="2020-01-01")
    assert story.value_at("2021-01-01") == {A: "D"}
    assert story.value_at("2021-01-01", "2000-01-01") == {}
    for known_at in ("2999-01-01", story.head + 1):
        response = story.refusal("facts", known_at=known_at)
        assert response.status_code == 422
        assert [each["field"] for each in response.json()["errors"]] == ["known_at"]


def test_an_instant_is_the_last_command_recorded_by_then(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01")
    between = story.events()[-1]["recorded_at"]
    story.says("g", G, valid_from="2020-06-01")
    answer = story.asks("facts", subject="Alice", valid_at="2021-01-01", known_at=between)
    assert [each["object"] for each in answer["facts"]] == [A]
    assert answer["as_of"]["known_at"] == story.known(1)
    assert story.value_at("2021-01-01") == {G: "D"}


def test_what_holds_is_asked_of_when_it_was_known_unless_that_is_told(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01")
    recorded = story.events()[-1]["recorded_at"]
    known = story.known(1)
    for known_at in (known, recorded):
        assert story.asks("facts", known_at=known_at)["as_of"] == {
            "valid_at": recorded,
            "known_at": known,
            "seq": story.head,
        }
    now = story.asks("facts")["as_of"]
    assert (now["known_at"], now["seq"]) == (story.head, story.head)
    age = datetime.now(UTC) - datetime.fromisoformat(now["valid_at"])
    assert abs(age) < timedelta(minutes=1)


def test_two_sources_carry_one_fact_and_one_suffices(story: Story) -> None:
    first = story.says("a", A, valid_from="2020-01-01", source="crm")
    second = story.says("b", A, valid_from="2020-01-01", source="hr")
    assert verdicts([first, second]) == ["recorded", "confirmed"]
    (fact,) = story.facts(valid_at="2021-01-01")
    assert (fact["fact"], fact["claims"], fact["sources"]) == (first.fact, 2, ["crm", "hr"])
    story.retracts(second.claim)
    (fact,) = story.facts(valid_at="2021-01-01")
    assert (fact["claims"], fact["sources"]) == (1, ["crm"])
    story.retracts(first.claim)
    assert story.value_at("2021-01-01") == {}
    assert story.status(first.fact) == "unsupported"
    assert story.rows("tombstones") == []
    assert story.says("c", A, valid_from="2020-01-01").fact == first.fact
    assert story.value_at("2021-01-01") == {A: "D"}


def test_a_reinstated_claim_counts_as_before(story: Story) -> None:
    first = story.says("a", A, valid_from="2020-01-01")
    story.says("g", G, valid_from="2022-01-01")
    before = [story.value_at(f"{year}-06-01") for year in (2020, 2021, 2022)]
    story.retracts(first.claim)
    assert story.value_at("2020-06-01") == {}
    story.reinstates(first.claim)
    assert [story.value_at(f"{year}-06-01") for year in (2020, 2021, 2022)] == before


def test_a_source_is_taken_back_as_one_and_comes_back_as_one(story: Story) -> None:
    told = [
        story.says("a", value, subject=subject, valid_from="2020-01-01", source="a page")
        for subject, value in (("Alice", A), ("Bob", G))
    ]
    story.says("b", G, valid_from="2020-01-01")
    sent = {"source": "a page", "reason": "it was deleted"}
    story.decides("sources/retract", sent)
    assert story.value_at("2021-01-01") == {G: "D"}
    assert [story.status(each.fact) for each in told] == ["unsupported", "unsupported"]
    assert story.value_at("2021-01-01", subject="Bob") == {}
    story.decides("sources/reinstate", sent)
    assert story.value_at("2021-01-01") == {A: "D!", G: "D!"}
    assert story.value_at("2021-01-01", subject="Bob") == {G: "D"}


def test_a_corrected_value_was_meant_all_along(story: Story) -> None:
    told = story.says("a", "Acmee", valid_from="2020-01-01")
    since = story.head
    story.corrects(told.fact, object=A)
    assert story.values_at("2020-01-01", "2021-01-01") == [{A: "D"}, {A: "D"}]
    assert story.value_at("2021-01-01", story.known(1)) == {"Acmee": "D"}
    assert story.rows("conflicts") == []
    changes = story.rows("changes", since=since, valid_at="2021-01-01")
    kinds = {each["change"] for each in changes}
    assert "corrected" in kinds
    assert "superseded" not in kinds


def test_an_atomic_batch_is_one_step_and_shows_no_middle(story: Story) -> None:
    before = story.head
    told = story.says_all(
        "a",
        [
            claim(value, observed_at=f"2026-03-01T00:00:0{second}Z")
            for second, value in enumerate("XYZ")
        ],
        atomic=True,
    )
    assert told[-1].verdict == "supersedes"
    after = story.head
    for seq in range(before, after):
        assert story.value_at("2026-03-02", seq) == {}
    assert story.value_at("2026-03-02", after) == {"Z": "D"}
    for each in told:
        for version in story.asks(f"facts/{each.fact}/history")["history"]:
            recorded = version["recorded"]
            assert recorded["to_seq"] is None or recorded["to_seq"] > recorded["from_seq"]


def test_a_later_end_counts_from_when_it_was_said(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01")
    story.says("b", A, valid_from="2020-01-01", valid_to="2022-01-01")
    assert story.value_at("2023-01-01") == {}
    assert story.value_at("2021-01-01") == {A: "D"}
    assert story.value_at("2023-01-01", story.known(1)) == {A: "D"}


def test_every_seq_within_a_command_is_the_state_before_it(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01")
    story.says("g", G, valid_from="2020-01-01")
    story.says("h", G, valid_from="2020-01-01")
    told = story.says(story.person("p"), "Hooli", valid_from="2020-01-01")
    first, last = told.claim, story.head
    assert last > first
    before = {A: "D!", G: "D!"}
    assert [story.value_at("2021-01-01", seq) for seq in range(first - 1, last)] == [before] * (
        last - first + 1
    )
    after = story.value_at("2021-01-01", last)
    assert after == story.value_at("2021-01-01")
    assert after != before


def test_a_claim_is_written_only_if_its_axis_is_as_it_was_read(story: Story) -> None:
    story.says("a", A, valid_from="2020-01-01")
    seen = story.head
    story.says("c", "Hooli", subject="Bob")
    path = f"{story.path}/facts"
    fresh = claim(G, valid_from="2022-01-01")
    done(story.agent("b").post(path, fresh, If_Match=str(seen)), 201)
    before = story.head
    late = claim("Initech", valid_from="2024-01-01")
    response = story.agent("d").post(path, late, If_Match=str(seen))
    assert response.status_code == 412
    assert story.head == before
    assert story.value_at("2025-01-01") == {G: "D"}


@pytest.mark.parametrize("known", [1, 2, 3])
def test_what_was_answered_as_of_then_is_answered_so_for_ever(story: Story, known: int) -> None:
    acme = story.says("a", A, valid_from="2020-01-01").fact
    globex = story.says("g", G, valid_from="2022-01-01").fact
    story.ends(globex, "2024-01-01")
    days = ("2021-01-01", "2023-01-01", "2025-01-01")
    as_known = story.known(known)
    before = [story.facts(valid_at=day, known_at=as_known) for day in days]
    assert any(before)
    story.invalidates(globex)
    story.corrects(acme, object="Acme Corp")
    story.says("z", "Zorg", valid_from="2019-01-01")
    assert [story.facts(valid_at=day, known_at=as_known) for day in days] == before
