"""Which events decided or told something of which facts."""

import pytest

from domain.events import DuelResolved, Event
from domain.payloads import Resolution
from domain.words import Seq
from projections.decisions import facts_named
from projections.rows import DecisionRow
from tests.domain.arguing import TEST, agent, person, system
from tests.domain.chronicle import Chronicle
from tests.projections.steps import (
    OPENED,
    asserted,
    erased,
    foreign,
    opened,
    recorded,
    tables,
    written,
)

# Given events, and the facts that the last of them names.
STEPS: list[tuple[tuple[Event, ...], list[int]]] = [
    ((OPENED,), []),
    ((OPENED, asserted(2)), [2]),
    ((OPENED, asserted(2), asserted(3, fact=2)), [2]),
    ((OPENED, erased(asserted(2))), []),
    ((OPENED, foreign()), []),
]


@pytest.mark.parametrize(("events", "facts"), STEPS)
def test_a_claim_names_its_fact(events: tuple[Event, ...], facts: list[int]) -> None:
    rows = written(recorded(*events), "decision")
    assert rows == [DecisionRow(fact=fact, seq=len(events), type="FactAsserted") for fact in facts]
    assert sorted(facts_named(recorded(*events)[-1])) == facts


def decisions(told: Chronicle) -> list[tuple[int, int, str]]:
    """Fact, seq, type; of the last command."""
    return [row for row in written(told.recorded, "decision") if isinstance(row, DecisionRow)]


def test_a_duel_names_the_newcomer_and_its_rivals() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Globex", "2024-01-01")
    assert decisions(told) == [
        (4, 4, "FactAsserted"),
        (3, 5, "DuelResolved"),
        (4, 5, "DuelResolved"),
    ]


def test_a_rival_that_is_part_of_a_row_is_the_fact_that_it_is_part_of() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says("one", "Acme", "2023-01-01")
    told.says("two", "Globex", "2021-01-01", "2024-01-01")
    (duel,) = [each for each in told.events if isinstance(each, DuelResolved)]
    assert [each.rival for each in duel.fights] == [3, 4]
    assert decisions(told) == [
        (5, 5, "FactAsserted"),
        (3, 6, "DuelResolved"),
        (5, 6, "DuelResolved"),
    ]


def test_what_is_taken_back_names_the_fact_that_it_carried() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.says("two", "Acme", "2020-01-01")
    told.retracts(Seq(4))
    assert decisions(told) == [(3, 5, "ClaimRetracted")]
    told.reinstates(Seq(4))
    assert decisions(told) == [(3, 6, "ClaimReinstated")]


def test_a_refusal_is_told_of_the_fact_that_was_struck_out() -> None:
    told = opened()
    told.says("one", "Acme", "2020-01-01")
    told.invalidates(Seq(3))
    assert decisions(told) == [(3, 4, "Invalidated")]
    told.says("two", "Acme", "2021-01-01")
    assert decisions(told) == [(3, 5, "Refused")]
    told.restores(Seq(3))
    assert decisions(told) == [(3, 6, "Restored")]


def test_what_is_done_to_a_fact_names_it() -> None:
    told = opened()
    told.says(person("ann"), "Acme", "2020-01-01")
    told.reports(Seq(3), TEST, system("ci"))
    told.corrects(Seq(3), start="2019-01-01")
    told.ends_at(Seq(3), "2024-01-01", by=agent("one"))
    told.decides(Seq(6), Resolution.CONFIRM)
    held = list(tables(told.recorded)["decision"].values())
    assert held == [
        DecisionRow(fact=3, seq=seq, type=name)
        for seq, name in enumerate(
            [
                "FactAsserted",
                "OutcomeReported",
                "FactCorrected",
                "ReviewRequested",
                "Reviewed",
                "FactEnded",
            ],
            start=3,
        )
    ]
