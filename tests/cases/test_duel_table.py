"""The duels that people agree on, fought over HTTP: real tokens, real claims, real outcomes."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from domain.duels.bits import bits_text
from domain.duels.calibration import calibration
from domain.words import ActorKind
from tests.api.client import Client
from tests.cases.duel_cases import ROWS, Side, side
from tests.cases.story import PREDICATE, Story, claim

SEEN = datetime(2026, 3, 1, 12, tzinfo=UTC)

MARGINS: dict[tuple[object, ...], str] = {
    (row.number, row.kind, row.newcomer, row.incumbent): bits_text(row.margin)
    for row in calibration()
}

# What has won is not decided again by more of the same.
WON_BEFORE_ALL_WAS_SAID = {6, 25}

SHOWN = {
    "supersedes": {"new": "D"},
    "displaces": {"new": "D"},
    "contested": {"new": "D!", "old": "D!"},
    "quarantined": {"old": "D"},
}


def test_the_table_is_the_one_that_the_rule_is_calibrated_by() -> None:
    assert [row[:4] for row in ROWS] == [*MARGINS]
    assert [row[4] for row in ROWS] == [row.expected for row in calibration()]


@pytest.mark.parametrize("row", ROWS, ids=[f"{number}-{kind}" for number, kind, *_ in ROWS])
def test_a_duel_comes_out_as_people_expect(
    blank: Story, row: tuple[int, str, str, str, str]
) -> None:
    *known, verdict = row
    _, kind, newcomer, incumbent, _ = row
    blank.declares(temporal=kind)
    new, old = side(newcomer), side(incumbent)
    if new.is_echo:
        show(blank, new)
    enter(blank, old, "old", SEEN - timedelta(days=old.days), voices(blank, old, "incumbent"))
    name = "incumbent" if new.is_the_same else "newcomer"
    fact = enter(blank, new, "new", SEEN + timedelta(seconds=1), voices(blank, new, name))
    decided = blank.duels(fact)[-1]
    assert decided["verdict"] == verdict
    if decided["seq"] == blank.head:
        assert [each["margin"] for each in decided["fights"]] == [MARGINS[tuple(known)]]
    else:
        assert row[0] in WON_BEFORE_ALL_WAS_SAID
    shown = {each["object"]: "D" + "!" * each["contested"] for each in blank.facts()}
    assert shown == SHOWN[verdict]


def voices(story: Story, told: Side, name: str) -> list[Client]:
    """A token for each voice of a side."""
    return [story.caller(f"{name} {number}", kind=told.kind) for number in range(told.voices)]


def enter(story: Story, told: Side, value: str, seen: datetime, claimants: list[Client]) -> int:
    """All that a side brings: claims, then what rests on the fact, then outcomes; its fact."""
    said = claim(value, observed_at=seen.isoformat())
    results = [
        result
        for claimant in claimants
        for result in story.says_all(claimant, [said] * told.claims_each)
    ]
    fact = results[0].fact
    assert {each.fact for each in results} == {fact}
    for number in range(told.dependants):
        rests = claim("so", subject=f"note {number}", predicate="tells", derived_from=[fact])
        assert story.says_all(f"dependant {number}", [rests])[0].verdict == "recorded"
    for signal, reporter in reporters(story, told):
        story.reports(reporter, fact, signal)
    return fact


def reporters(story: Story, told: Side) -> Iterator[tuple[str, Client]]:
    """Who reports each outcome: a person what a user confirmed, a system the rest."""
    for signal in told.signals:
        kind = ActorKind.HUMAN if signal == "user_confirmed" else ActorKind.SYSTEM
        yield signal, story.caller(f"reporter of {signal}", kind=kind)


def show(story: Story, told: Side) -> None:
    """Someone's slip is seen by all who will say the same; then it is taken back."""
    slip = story.says("scribe", "new", observed_at=SEEN.isoformat())
    for claimant in voices(story, told, "newcomer"):
        path = f"{story.path}/facts?subject=Alice&predicate={PREDICATE}"
        assert len(claimant.get(path).json()["facts"]) == 1
    story.retracts(slip.claim, by="scribe")
    assert story.status(slip.fact) == "unsupported"
