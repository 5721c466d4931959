"""Courses of events on one axis: who stands, who waits, who comes back, and for what reason."""

import pytest

from domain.duels import rule
from domain.duels.bits import bits
from tests.cases.story import Story, claim, done, verdicts

JAN, FEB = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"


def hour(number: int) -> str:
    return f"2026-03-01T{number:02d}:00:00Z"


def test_nobody_trades_places_within_the_window_until_another_voice_speaks(story: Story) -> None:
    story.says("a", "X", observed_at=hour(1))
    second = story.says("a", "Y", observed_at=hour(2))
    assert second.verdict == "supersedes"
    again = story.says("a", "X", observed_at=hour(3))
    assert again.verdict == "contested"
    assert story.status(second.fact) == "active"
    assert story.value_at(hour(4)) == {"X": "D!", "Y": "D!"}
    assert story.says("b", "X", observed_at=hour(5)).verdict == "supersedes"
    assert story.value_at(hour(6)) == {"X": "D"}


def test_after_the_window_a_value_comes_back_and_each_reign_has_one_value(story: Story) -> None:
    told = [
        story.says("a", value, observed_at=f"2026-0{month}-01T00:00:00Z")
        for month, value in enumerate("XYX", start=1)
    ]
    assert verdicts(told) == ["recorded", "supersedes", "supersedes"]
    assert len({each.fact for each in told}) == 3
    days = ("2026-01-15", "2026-02-15", "2026-03-15")
    assert story.values_at(*days) == [{"X": "D"}, {"Y": "D"}, {"X": "D"}]


def test_without_a_window_values_may_trade_places(blank: Story) -> None:
    free = blank.house.open(flip_back_hours=0)
    free.declares()
    told = [
        free.says("a", value, observed_at=hour(number)) for number, value in enumerate("XYX", 1)
    ]
    assert verdicts(told) == ["recorded", "supersedes", "supersedes"]


def test_what_is_said_again_while_it_is_contested_is_confirmed(story: Story) -> None:
    incumbent = story.says("a", "X", valid_from="2020-01-01")
    rival = story.says("b", "Y", valid_from="2020-01-01")
    again = story.says("c", "X", valid_from="2020-01-01")
    assert verdicts([incumbent, rival, again]) == ["recorded", "contested", "confirmed"]
    assert again.fact == incumbent.fact
    assert [story.status(each.fact) for each in (incumbent, rival)] == ["active", "contested"]
    assert story.duels(incumbent.fact) == []
    assert [each["rivals"] for each in story.duels(rival.fact)] != []


def test_a_contested_rival_that_gains_voices_takes_over_by_an_event(story: Story) -> None:
    for name in "ab":
        story.says(name, "X", valid_from="2020-01-01")
    rival = story.says("c", "Y", valid_from="2021-01-01")
    assert rival.verdict == "contested"
    before = story.types().count("DuelResolved")
    for name in "de":
        story.says(name, "Y", valid_from="2021-01-01")
    assert story.types().count("DuelResolved") > before
    assert story.status(rival.fact) == "active"
    assert story.values_at("2020-06-01", "2022-01-01") == [{"X": "D"}, {"Y": "D"}]
    assert story.duels(rival.fact)[-1]["verdict"] == "supersedes"


def test_an_agent_a_hundred_times_is_weaker_than_four_agents(story: Story) -> None:
    margins: list[float] = []
    for crowd in (["a"] * 100, list("bcde")):
        ledger = story.house.open()
        ledger.declares(temporal="constant")
        ledger.says(ledger.person("h"), "X", observed_at=JAN)
        told = [ledger.says(name, "Y", observed_at=FEB) for name in crowd]
        margins.append(ledger.margin(told[0].fact))
    alone, together = margins
    assert alone < together


def test_an_outcome_changes_the_next_duel_and_is_none_of_an_unknown_fact(story: Story) -> None:
    first = story.says("a", "X", valid_from="2020-01-01")
    story.reports(story.system("ci"), first.fact, "test_passed")
    rival = story.says("b", "Y", valid_from="2021-01-01")
    assert rival.verdict == "quarantined"
    seq = story.head
    sent = {"signal": "test_passed", "success": True}
    unknown = story.orders(story.system("ci"), "facts/99999/outcome", sent)
    assert unknown.status_code == 404
    assert story.head == seq

    plain = story.house.open()
    plain.declares()
    plain.says("a", "X", valid_from="2020-01-01")
    assert plain.says("b", "Y", valid_from="2021-01-01").verdict == "supersedes"


def test_a_late_declaration_contests_what_it_can_not_order_at_once(blank: Story) -> None:
    facts = [blank.says(name, value, valid_from="2020-01-01").fact for name, value in ("aX", "bY")]
    assert blank.value_at("2021-01-01") == {"X": "D", "Y": "D"}
    before = blank.head
    blank.declares()
    assert blank.value_at("2021-01-01") == {"X": "D!", "Y": "D!"}
    assert [blank.status(each) for each in facts] == ["active", "contested"]
    for seq in range(before, blank.head):
        assert blank.value_at("2021-01-01", seq) == {"X": "D", "Y": "D"}


def test_a_late_declaration_makes_a_succession_of_undated_values(blank: Story) -> None:
    blank.says("a", "X", observed_at=JAN)
    blank.says("b", "Y", observed_at=FEB)
    assert blank.value_at("2026-03-01") == {"X": "D", "Y": "D"}
    blank.declares()
    assert blank.values_at("2026-01-15", "2026-03-01") == [{"X": "D"}, {"Y": "D"}]


def test_what_a_session_was_shown_is_an_echo_and_confirms_nothing(story: Story) -> None:
    told = story.says("a", "X", observed_at=JAN)
    shown = f"{story.path}/facts?subject=Alice"
    done(story.keeper.get(shown, Factledger_Session="s-1"), 200)
    repeated = story.says("b", "X", observed_at=FEB, session="s-1")
    own = story.says("c", "X", observed_at=FEB, session="s-2")
    assert repeated.verdict == own.verdict == "confirmed"
    assert repeated.fact == told.fact
    assert repeated.document["echo"] is True
    assert not own.document.get("echo")


def test_an_echo_makes_no_fact_harder_to_replace(story: Story) -> None:
    margins = [margin_against(story.house.open(), echo=echo) for echo in (True, False)]
    alone = story.house.open()
    alone.declares()
    alone.says("a", "X", observed_at=JAN)
    assert margins[0] == alone.says("c", "Y", observed_at=FEB).margin
    assert margins[1] < margins[0]


def margin_against(ledger: Story, *, echo: bool) -> float:
    """What a newcomer has over a value that a second agent repeated, having seen it or not."""
    ledger.declares()
    ledger.says("a", "X", observed_at=JAN)
    if echo:
        done(ledger.agent("b").get(f"{ledger.path}/facts?subject=Alice"), 200)
    assert ledger.says("b", "X", observed_at=JAN).document.get("echo", False) is echo
    return ledger.says("c", "Y", observed_at=FEB).margin


def test_an_axis_without_a_fact_is_an_answer(story: Story) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    assert story.value_at("2021-01-01") == {"X": "D"}
    axis = {"subject": "Alice", "predicate": "employer"}
    (interval,) = story.asks("timeline", **axis)["intervals"]
    assert (interval["object"], interval["from"], interval["to"]) == (
        "X",
        "2020-01-01T00:00:00.000000Z",
        None,
    )
    story.invalidates(told.fact)
    assert story.value_at("2021-01-01") == {}
    assert story.asks("timeline", **axis)["intervals"] == []


@pytest.mark.parametrize("value", ["false", "wrong_dates", "wrong_entity", "not_worth_keeping"])
def test_an_invalidation_of_any_kind_hides_the_fact(story: Story, value: str) -> None:
    told = story.says("a", "X", valid_from="2020-01-01")
    assert story.value_at("2021-01-01") == {"X": "D"}
    story.invalidates(told.fact, kind=value)
    assert story.value_at("2021-01-01") == {}
    assert story.status(told.fact) == "invalidated"


def test_what_is_observed_tomorrow_is_refused(story: Story) -> None:
    response = story.sends("a", "X", observed_at="2999-01-01T00:00:00Z")
    assert response.status_code == 422
    assert [each["field"] for each in response.json()["errors"]] == ["observed_at"]
    assert story.says("a", "X", observed_at=JAN).verdict == "recorded"


def test_claims_of_a_batch_on_one_axis_are_decided_in_order(story: Story) -> None:
    claims = [
        claim(value, valid_from=f"{2020 + number}-01-01") for number, value in enumerate("XYZ")
    ]
    told = story.says_all("a", claims)
    assert verdicts(told) == ["recorded", "supersedes", "supersedes"]
    assert story.values_at("2020-06-01", "2021-06-01", "2022-06-01") == [
        {"X": "D"},
        {"Y": "D"},
        {"Z": "D"},
    ]


def test_no_past_verdict_changes_when_the_rule_does(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [
        story.says(name, value, valid_from=f"{year}-01-01")
        for name, value, year in (("a", "X", 2020), ("b", "Y", 2021), ("c", "Z", 2021))
    ]
    assert verdicts(told) == ["recorded", "supersedes", "contested"]
    before = [story.duels(each.fact) for each in told]
    shown = story.values_at("2020-06-01", "2022-01-01")
    monkeypatch.setattr(rule, "RULE_VERSION", 2)
    monkeypatch.setattr(rule, "SUCCESSION", rule.Band(wins=bits("9"), quarantined=bits("-9")))
    assert story.verified().findings == ()
    assert [story.duels(each.fact) for each in told] == before
    assert story.values_at("2020-06-01", "2022-01-01") == shown
    later = story.says("d", "W", valid_from="2023-01-01")
    assert later.verdict == "contested"
    assert [fight["rule"] for fight in story.duels(later.fact)[-1]["fights"]] == [2, 2]
    assert {each["fights"][0]["rule"] for each in story.duels(told[1].fact)} == {1}
