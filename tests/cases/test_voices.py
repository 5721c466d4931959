"""What many voices come to against few, and what a voice's past is worth."""

import pytest

from tests.cases.story import Story, claim

SEEN, LATER = "2026-03-01T12:00:00Z", "2026-03-01T12:00:01Z"
KINDS = ("state", "constant")
SIGNALS = ("test_passed", "code_compiled", "user_confirmed", "cited_by")
WON = {"supersedes", "displaces"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_person_s_word_stands_against_any_number_of_agents(blank: Story, kind: str) -> None:
    blank.declares(temporal=kind)
    blank.says(blank.person("h"), "X", observed_at=SEEN)
    told = [blank.says(f"agent {number}", "Y", observed_at=LATER) for number in range(45)]
    newcomer = told[-1].fact
    for number in range(50):
        rests = [
            claim("so", subject=f"note {number} {each}", predicate="tells", derived_from=[newcomer])
            for each in range(20)
        ]
        blank.says_all(f"dependant {number}", rests)
    for signal in SIGNALS:
        blank.reports(f"reporter of {signal}", newcomer, signal)
    decided = blank.duels(newcomer)
    assert {each["verdict"] for each in decided} == {"quarantined", "contested"}
    assert decided[-1]["verdict"] == "contested"
    shown = {each["object"]: each["status"] for each in blank.facts()}
    assert shown == {"X": "active", "Y": "contested"}


def test_what_a_voice_rests_on_its_own_fact_changes_nothing(blank: Story) -> None:
    blank.declares()
    told = blank.says("a", "X", observed_at=SEEN)
    rests = [
        claim("so", subject=f"note {number}", predicate="tells", derived_from=[told.fact])
        for number in range(1000)
    ]
    blank.says_all("a", rests)
    margin = blank.says("b", "Y", observed_at=LATER).margin

    def margin_with(*, dependant: str | None) -> float:
        ledger = blank.house.open()
        ledger.declares()
        told = ledger.says("a", "X", observed_at=SEEN)
        if dependant is not None:
            rest = claim("so", subject="note", predicate="tells", derived_from=[told.fact])
            ledger.says_all(dependant, [rest])
        return ledger.says("b", "Y", observed_at=LATER).margin

    assert margin == margin_with(dependant=None)
    assert margin > margin_with(dependant="c")


@pytest.mark.parametrize("kind", KINDS)
def test_an_agent_that_was_right_a_hundred_times_wins_against_no_person(
    blank: Story, kind: str
) -> None:
    blank.declares(temporal=kind)
    blank.says(blank.person("h"), "X", observed_at=SEEN)
    untried = blank.says("b", "Y", observed_at=LATER)
    past(blank, "a", success=True, times=100)
    proven = blank.says("a", "Z", observed_at=LATER)
    assert untried.verdict not in WON
    assert proven.verdict not in WON
    assert blank.margin(proven.fact) > blank.margin(untried.fact)
    assert blank.value_at("2026-03-02")["X"].startswith("D")


def past(story: Story, name: str, *, success: bool, times: int) -> None:
    """What an agent has said elsewhere, and what came of it."""
    said = [claim("so", subject=f"deed {number}", predicate="tells") for number in range(times)]
    for told in story.says_all(name, said):
        story.reports(story.system("ci"), told.fact, "test_passed", success=success)


def test_a_voice_that_was_wrong_ten_times_lowers_no_side_that_it_joins(blank: Story) -> None:
    blank.declares(temporal="constant")
    for name in "ab":
        blank.says(name, "X", observed_at=SEEN)
    past(blank, "wrong", success=False, times=10)
    before = blank.says("c", "Y", observed_at=LATER)
    joined = blank.says("wrong", "Y", observed_at=LATER)
    assert joined.fact == before.fact
    assert joined.margin >= before.margin
    assert blank.says("d", "Y", observed_at=LATER).margin > joined.margin


@pytest.mark.parametrize(("kind", "verdict"), [("state", "supersedes"), ("constant", "displaces")])
def test_a_voice_revises_what_it_alone_supports(blank: Story, kind: str, verdict: str) -> None:
    blank.declares(temporal=kind)
    blank.says("a", "X", observed_at=SEEN)
    assert blank.says("a", "Y", observed_at=LATER).verdict == verdict
    shared = blank.house.open()
    shared.declares(temporal=kind)
    for name in "ab":
        shared.says(name, "X", observed_at=SEEN)
    assert shared.says("a", "Y", observed_at=LATER).verdict == "contested"


def test_an_agent_is_one_voice_whatever_sources_it_names(blank: Story) -> None:
    margins: list[float] = []
    for who in ("agent", "system"):
        ledger = blank.house.open()
        ledger.declares(temporal="constant")
        ledger.says(ledger.person("h"), "X", observed_at=SEEN)
        teller = ledger.agent("a") if who == "agent" else ledger.system("a")
        first = ledger.says(teller, "Y", observed_at=LATER, source="one")
        same = ledger.says(teller, "Y", observed_at=LATER, source="one")
        other = ledger.says(teller, "Y", observed_at=LATER, source="two")
        assert first.margin < same.margin < other.margin
        margins.append((other.margin - same.margin) / (same.margin - first.margin))
    agent, system = margins
    assert agent == pytest.approx(0.5, abs=0.01)
    assert system > 0.6
