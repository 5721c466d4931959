"""Courses of events on one axis: who stands, who waits, and who comes back."""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from domain.axes.answers import Declined
from domain.axes.commands import ReportOutcome
from domain.duels.signals import Signal
from domain.events import DuelResolved
from domain.predicates import Cardinality
from domain.words import Seq, Status, Verdict
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import CONSTANT, EVENT, STATE, UNDECLARED, Chronicle
from tests.domain.clocks import instant

ACTIVE, CONTESTED, QUARANTINED = Status.ACTIVE, Status.CONTESTED, Status.QUARANTINED


def test_nobody_trades_places_until_another_voice_speaks() -> None:
    ledger = Chronicle()
    ledger.says("a", "X")
    assert ledger.says("a", "Y").verdict is Verdict.SUPERSEDES
    again = ledger.says("a", "X")
    assert again.verdict is Verdict.CONTESTED
    assert ledger.facts() == ["X active", "Y active", "X contested"]
    assert ledger.says("b", "X").verdict is Verdict.SUPERSEDES
    assert ledger.facts() == ["X active", "Y active", "X active"]


def test_after_the_window_a_value_may_come_back() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", seen="2024-01-01")
    ledger.says("a", "Y", seen="2024-02-01")
    assert ledger.says("a", "X", seen="2024-02-02T00:00:01").verdict is Verdict.SUPERSEDES
    days = ("2024-01-15", "2024-02-01", "2024-02-03")
    assert [ledger.at(day) for day in days] == [["X D"], ["Y D"], ["X D"]]


def test_without_a_window_values_may_trade_places() -> None:
    ledger = Chronicle(window=timedelta())
    for value in "XYX":
        ledger.says("a", value)
    assert ledger.facts() == ["X active", "Y active", "X active"]


def test_what_stands_is_confirmed_while_a_rival_contests_it() -> None:
    ledger = Chronicle()
    incumbent = ledger.says("a", "X", "2020-01-01")
    rival = ledger.says("b", "Y", "2020-01-01")
    assert ledger.says("c", "X", "2020-01-01").verdict is Verdict.CONFIRMED
    assert (ledger.status(incumbent.claim), ledger.status(rival.claim)) == (ACTIVE, CONTESTED)


def test_a_contested_rival_that_gains_voices_takes_over() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2020-01-01")
    ledger.says("b", "X", "2020-01-01")
    rival = ledger.says("c", "Y", "2021-01-01")
    assert rival.verdict is Verdict.CONTESTED
    assert ledger.at("2022-01-01") == ["X D!", "Y D!"]
    assert ledger.says("d", "Y", "2021-01-01").verdict is Verdict.SUPERSEDES
    assert ledger.says("e", "Y", "2021-01-01").verdict is Verdict.CONFIRMED
    assert ledger.at("2022-01-01") == ["Y D"]
    assert ledger.at("2020-06-01") == ["X D"]


def test_an_outcome_decides_the_axis_and_needs_a_fact() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2020-01-01")
    ledger.says("b", "X", "2020-01-01")
    rival = ledger.says("c", "Y", "2021-01-01")
    assert ledger.status(rival.claim) is CONTESTED
    ledger.reports(rival.claim, Signal.TEST_PASSED, system("ci"))
    assert ledger.verdict(rival.claim) is Verdict.SUPERSEDES
    unknown = ReportOutcome(fact=Seq(999), signal=Signal.TEST_PASSED, success=True)
    assert ledger.asks(unknown, system("ci")) is Declined.UNKNOWN
    assert ledger.at("2022-01-01") == ["Y D"]


SPELLINGS = ["Acme", "ACME", " acme ", "Ａｃｍｅ", "Ac\u200bme", "А\u0441me"]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_refused_value_stays_refused_however_it_is_spelt(spelling: str) -> None:
    ledger = Chronicle()
    told = ledger.says("a", "Acme", "2020-01-01")
    ledger.invalidates(told.claim)
    assert ledger.says("b", spelling, "2021-01-01").verdict is Verdict.REFUSED
    assert ledger.at("2022-01-01") == []
    assert ledger.says("b", "Acme Holding", "2021-01-01").verdict is Verdict.RECORDED
    ledger.restores(told.claim)
    # A look-alike letter is refused, and is another value all the same.
    again = Verdict.CONTESTED if spelling == SPELLINGS[-1] else Verdict.CONFIRMED
    assert ledger.says("b", spelling, "2020-01-01").verdict is again


def test_a_refused_value_is_not_laundered() -> None:
    ledger = Chronicle()
    first = ledger.says("a", "X", "2020-01-01")
    ledger.invalidates(first.claim)
    second = ledger.says("b", "Y", "2020-01-01")
    assert ledger.says("c", "X", "2021-05-05").verdict is Verdict.REFUSED
    assert ledger.says("d", "X", seen="2023-01-01").verdict is Verdict.REFUSED
    (tombstone,) = ledger.axis.tombstones
    assert tombstone.tries == {"c": 1, "d": 1}
    assert ledger.facts() == ["X invalidated", "Y active"]
    assert ledger.status(second.claim) is ACTIVE


def test_a_late_declaration_orders_what_it_can_and_contests_the_rest() -> None:
    ledger = Chronicle(declaration=UNDECLARED)
    for voice, value in (("a", "X"), ("b", "Y")):
        ledger.says(voice, value, "2020-01-01")
    assert ledger.at("2021-01-01") == ["X D", "Y D"]
    ledger.declares(STATE)
    assert ledger.at("2021-01-01") == ["X D!", "Y D!"]


def test_a_late_declaration_makes_a_succession_of_undated_values() -> None:
    ledger = Chronicle(declaration=UNDECLARED)
    ledger.says("a", "X", seen="2023-01-01")
    ledger.says("b", "Y", seen="2023-06-01")
    assert ledger.at("2023-07-01") == ["X D", "Y D"]
    ledger.declares(STATE)
    assert ledger.at("2023-07-01") == ["Y D"]
    assert ledger.at("2023-03-01") == ["X D"]


def test_fifty_values_said_at_once_leave_one_winner_or_one_contest() -> None:
    ledger = Chronicle()
    for number in range(50):
        ledger.says(f"a{number}", f"v{number % 7}", "2020-01-01")
    held = ledger.at("2021-01-01")
    assert held
    assert len(held) == 1 or all(each.endswith("!") for each in held)
    assert len(ledger.axis.claims) == 50


def test_an_echo_confirms_nothing_and_is_recorded() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2020-01-01")
    assert ledger.says("b", "X", "2020-01-01", echo=True).verdict is Verdict.CONFIRMED
    rival = ledger.says("c", "Y", "2021-01-01")
    assert rival.verdict is Verdict.SUPERSEDES
    assert ledger.at("2022-01-01") == ["Y D"]


def test_replaying_the_events_gives_the_same_state() -> None:
    ledger = busy()
    assert ledger.replayed() == ledger.axis
    assert ledger.replayed().timeline == ledger.axis.timeline
    assert len([each for each in ledger.events if isinstance(each, DuelResolved)]) > 3


def busy() -> Chronicle:
    ledger = Chronicle()
    x = ledger.says("a", "X", "2020-01-01")
    ledger.says("b", "X", "2020-01-01")
    y = ledger.says("c", "Y", "2021-01-01")
    ledger.says("d", "Z", seen="2023-01-01")
    ledger.reports(y.claim, Signal.TEST_PASSED, system("ci"))
    ledger.invalidates(y.claim)
    ledger.says("e", "Y", "2021-01-01")
    ledger.restores(y.claim)
    ledger.retracts(x.claim)
    ledger.reinstates(x.claim)
    ledger.corrects(y.claim, start="2020-06-01")
    ledger.ends_at(y.claim, "2022-01-01")
    return ledger


def test_no_number_of_agents_wins_against_a_person() -> None:
    for declaration in (STATE, CONSTANT):
        ledger = Chronicle(declaration=declaration)
        ledger.says(person("h"), "X", "2020-01-01")
        newcomer = Seq(ledger.seq + 1)
        for number in range(45):
            ledger.says(f"a{number}", "Y", "2020-01-01" if declaration is CONSTANT else "2021")
        for number in range(50):
            ledger.rests(agent(f"d{number}"), newcomer)
        for signal in Signal:
            ledger.reports(newcomer, signal, agent("reporter"))
        assert ledger.status(newcomer) is CONTESTED
        assert len(ledger.at("2024-01-01")) == 2


def test_a_voice_that_joins_never_lowers_its_side() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2020-01-01")
    rival = ledger.says("b", "Y", "2020-01-01")
    assert ledger.says("c", "Y", "2020-01-01").verdict is Verdict.CONTESTED
    assert ledger.status(rival.claim) is CONTESTED


def test_a_displaced_constant_is_active_again_once_its_winner_is_gone() -> None:
    ledger = Chronicle(declaration=CONSTANT)
    oslo = ledger.says("a", "Oslo")
    bergen = ledger.says(person("h"), "Bergen")
    assert bergen.verdict is Verdict.DISPLACES
    assert ledger.at("2024-01-01") == ["Bergen D"]
    ledger.invalidates(bergen.claim)
    assert ledger.at("2024-01-01") == ["Oslo D"]
    assert ledger.status(oslo.claim) is ACTIVE
    ledger.restores(bergen.claim)
    assert ledger.at("2024-01-01") == ["Bergen D"]


def test_a_quarantined_newcomer_stands_while_the_incumbent_is_gone() -> None:
    ledger = Chronicle()
    incumbent = ledger.says(person("h"), "X", "2020-01-01")
    newcomer = ledger.says("a", "Y", "2021-01-01")
    assert newcomer.verdict is Verdict.QUARANTINED
    ledger.invalidates(incumbent.claim)
    assert ledger.at("2022-01-01") == ["Y D"]
    ledger.restores(incumbent.claim)
    assert ledger.status(newcomer.claim) is QUARANTINED
    assert ledger.at("2022-01-01") == ["X D"]


def test_a_contest_does_not_open_a_third_value_again() -> None:
    ledger = Chronicle()
    ledger.says("a", "A", "2019-01-01")
    assert ledger.says("b", "B", "2021-01-01").verdict is Verdict.SUPERSEDES
    assert ledger.says("c", "C", "2021-01-01").verdict is Verdict.CONTESTED
    assert ledger.at("2022-01-01") == ["B D!", "C D!"]
    assert ledger.at("2020-01-01") == ["A D"]


def test_after_an_interruption_the_open_value_holds_again() -> None:
    ledger = Chronicle()
    ledger.says("a", "Prague", "2020-01-01")
    rome = ledger.says("b", "Rome", "2022-01-01", "2022-07-01")
    assert rome.verdict is Verdict.SUPERSEDES
    days = ("2021-12-31", "2022-01-01", "2022-06-30", "2022-07-01")
    assert [ledger.at(day) for day in days] == [["Prague D"], ["Rome D"], ["Rome D"], ["Prague D"]]
    assert len(ledger.axis.claims) == 2


def test_three_undated_stints_are_three_facts() -> None:
    ledger = Chronicle()
    for voice, value, seen in (("a", "X", "01"), ("b", "Y", "02"), ("c", "X", "04")):
        ledger.says(voice, value, seen=f"2023-{seen}-01")
    assert ledger.facts() == ["X active", "Y active", "X active"]
    days = ("2023-01-15", "2023-03-01", "2023-04-02")
    assert [ledger.at(day) for day in days] == [["X D"], ["Y D"], ["X D"]]


@pytest.mark.parametrize("order", list(permutations([("X", 2020), ("X", 2024), ("Y", 2022)])))
def test_three_dated_claims_make_one_timeline_in_any_order(
    order: tuple[tuple[str, int], ...],
) -> None:
    ledger = Chronicle()
    for number, (value, year) in enumerate(order):
        ledger.says(f"a{number}", value, f"{year}-01-01")
    years = (2019, 2020, 2021, 2022, 2023, 2024, 2025)
    found = [ledger.at(f"{year}-06-01") for year in years]
    assert found == [[], ["X D"], ["X D"], ["Y D"], ["Y D"], ["X D"], ["X D"]]
    assert ledger.facts() == ["X active", "Y active", "X active"]


def test_a_later_person_s_word_follows_a_contest() -> None:
    ledger = Chronicle()
    for voice in "ab":
        ledger.says(voice, "A", "2020-01-01")
    assert ledger.says("g", "G", "2024-01-01").verdict is Verdict.CONTESTED
    assert ledger.says(person("h"), "H", "2025-01-01").verdict is Verdict.SUPERSEDES
    days = ("2025-06-01", "2024-06-01", "2023-06-01")
    assert [ledger.at(day) for day in days] == [["H D"], ["A D!", "G D!"], ["A D!"]]


def test_of_three_values_of_one_start_the_one_that_gains_voices_stands_alone() -> None:
    ledger = Chronicle()
    for value in "ABC":
        ledger.says(value.lower(), value, "2020-01-01")
    assert ledger.at("2021-01-01") == ["A D!", "B D!", "C D!"]
    for number in range(4):
        ledger.says(f"v{number}", "B", "2020-01-01")
    assert ledger.at("2021-01-01") == ["B D"]


def test_an_undated_note_seen_before_a_stated_value_was_said_contests_it() -> None:
    ledger = Chronicle()
    ledger.says("a", "Prague", "2020-01-01", seen="2024-01-01")
    assert ledger.says("b", "Oslo", seen="2021-01-01").verdict is Verdict.CONTESTED
    assert ledger.at("2022-01-01") == ["Oslo D!", "Prague D!"]


def test_a_start_stated_before_an_undated_value_was_seen_contests_it() -> None:
    ledger = Chronicle(now=instant("2024-06-01"))
    ledger.says("a", "Prague", seen="2024-01-01")
    assert ledger.says("b", "Oslo", "2022-01-01", seen="2024-03-01").verdict is Verdict.CONTESTED
    assert ledger.at("2024-05-01") == ["Oslo D!", "Prague D!"]
    assert ledger.at("2023-01-01") == ["Oslo D!"]


@pytest.mark.parametrize(
    ("declaration", "verdict"), [(STATE, Verdict.SUPERSEDES), (CONSTANT, Verdict.DISPLACES)]
)
def test_a_voice_revises_what_it_alone_supports(declaration: object, verdict: Verdict) -> None:
    ledger = Chronicle(declaration=STATE if declaration is STATE else CONSTANT)
    ledger.says("a", "X")
    assert ledger.says("a", "Y").verdict is verdict


def test_events_contradict_where_they_overlap_and_end_nothing() -> None:
    ledger = Chronicle(declaration=EVENT)
    ledger.says("a", "Rome", "2020")
    assert ledger.says("b", "Oslo", "2021").verdict is Verdict.RECORDED
    assert ledger.says("c", "Bergen", "2021-05").verdict is Verdict.CONTESTED
    assert ledger.at("2020-06-01") == ["Rome D"]
    assert ledger.at("2021-05-05") == ["Bergen D!", "Oslo D!"]
    assert ledger.at("2021-06-01") == ["Oslo D!"]
    assert ledger.at("2022-01-01") == []


def test_a_source_is_retracted_and_reinstated_as_one() -> None:
    ledger = Chronicle()
    first = ledger.says("doc", "X", "2020-01-01")
    ledger.says("a", "Y", "2020-01-01")
    second = ledger.says("doc", "Z", "2022-01-01")
    before = [ledger.at(f"{year}-06-01") for year in (2020, 2021, 2022)]
    ledger.retracts(first.claim, second.claim)
    assert ledger.at("2022-06-01") == ["Y D"]
    ledger.reinstates(first.claim, second.claim)
    assert [ledger.at(f"{year}-06-01") for year in (2020, 2021, 2022)] == before


def test_a_hundred_claims_of_one_voice_do_not_displace_another() -> None:
    ledger = Chronicle(declaration=CONSTANT)
    ledger.says("a", "X")
    newcomer = ledger.says("b", "Y")
    for _ in range(20):
        ledger.says("b", "Y")
    assert ledger.status(newcomer.claim) is CONTESTED


def test_a_value_is_fought_for_on_both_of_its_axes() -> None:
    ledger = Chronicle(declaration=replace(STATE, holders=Cardinality.SINGLE))
    ledger.says("a", "desk 1", "2020-01-01", subject="Alice")
    ledger.says("b", "desk 2", "2020-01-01", subject="Bob")
    assert ledger.at("2020-06-01") == ["Bob:desk 2 D", "desk 1 D"]
    moved = ledger.says("c", "desk 2", "2021-01-01", subject="Alice")
    assert moved.verdict is Verdict.SUPERSEDES
    assert ledger.at("2021-06-01") == ["desk 2 D"]
    assert ledger.at("2020-06-01") == ["Bob:desk 2 D", "desk 1 D"]


def test_on_two_axes_the_least_favourable_verdict_stands() -> None:
    ledger = Chronicle(declaration=replace(STATE, holders=Cardinality.SINGLE))
    ledger.says("a", "desk 1", "2020-01-01", subject="Alice")
    ledger.says(person("h"), "desk 2", "2020-01-01", subject="Bob")
    moved = ledger.says("c", "desk 2", "2021-01-01", subject="Alice")
    assert moved.verdict is Verdict.QUARANTINED
    assert ledger.at("2021-06-01") == ["Bob:desk 2 D", "desk 1 D"]


def test_values_that_do_not_meet_are_left_alone() -> None:
    ledger = Chronicle()
    ledger.says("a", "Acme", "2020-01-01", subject="Alice")
    assert ledger.says("b", "Globex", "2020-01-01", subject="Bob").verdict is Verdict.RECORDED
    assert ledger.at("2021-01-01") == ["Acme D", "Bob:Globex D"]
    assert ledger.says("b", "Globex", "2020-01-01").verdict is Verdict.CONTESTED
