"""What holds at an instant as far as was known then, with exact answers, as tables of courses."""

import pytest

from domain.payloads import Kind
from domain.words import Status, Verdict
from tests.domain.arguing import person
from tests.domain.chronicle import UNDECLARED, Chronicle

ACME, GLOBEX, INITECH = "Acme", "Globex", "Initech"


def base() -> Chronicle:
    """Alice works for Acme from 2020 on, as recorded on 2024-01-10."""
    ledger = Chronicle()
    ledger.says("a", ACME, "2020-01-01")
    return ledger


def case_1() -> Chronicle:
    ledger = base()
    assert ledger.says("g", GLOBEX, "2024-02-15").verdict is Verdict.SUPERSEDES
    return ledger


def case_2() -> Chronicle:
    ledger = case_1()
    assert ledger.says("i", INITECH, "2022-06-01").verdict is Verdict.SUPERSEDES
    return ledger


def test_a_successor_holds_from_the_instant_of_its_start() -> None:
    ledger = case_1()
    assert ledger.at("2024-02-14") == ["Acme D"]
    assert ledger.at("2024-02-15") == ["Globex D"]
    assert ledger.at("2024-02-20", ledger.known(1)) == ["Acme D"]
    assert ledger.at("2024-02-20") == ["Globex D"]


def test_a_back_filled_value_takes_over_between_two() -> None:
    ledger = case_2()
    assert ledger.at("2021-01-01") == ["Acme D"]
    assert ledger.at("2022-06-01") == ["Initech D"]
    assert ledger.at("2024-02-14") == ["Initech D"]
    assert ledger.at("2024-02-15") == ["Globex D"]
    assert ledger.at("2023-01-01", ledger.known(2)) == ["Acme D"]


def test_an_invalidated_value_gives_its_stretch_back_and_restored_takes_it_again() -> None:
    ledger = case_2()
    initech = ledger.axis.timeline.visible[1].fact
    ledger.invalidates(initech)
    assert ledger.at("2023-01-01") == ["Acme D"]
    assert ledger.at("2023-01-01", ledger.known(3)) == ["Initech D"]
    ledger.restores(initech)
    assert ledger.at("2023-01-01") == ["Initech D"]
    assert ledger.at("2023-01-01", ledger.known(4)) == ["Acme D"]
    assert [each.fact for each in ledger.axis.timeline.visible][1] == initech
    assert ledger.facts() == ["Acme active", "Initech active", "Globex active"]


def test_a_corrected_start_holds_from_there_as_far_as_is_known_since() -> None:
    ledger = base()
    ledger.corrects(ledger.axis.timeline.visible[0].fact, start="2020-03-01")
    assert ledger.at("2020-02-01") == []
    assert ledger.at("2020-03-01") == ["Acme D"]
    assert ledger.at("2020-02-01", ledger.known(1)) == ["Acme D"]


def test_a_successor_s_corrected_start_moves_what_it_ends() -> None:
    ledger = case_1()
    globex = ledger.axis.timeline.visible[1].fact
    ledger.corrects(globex, start="2024-02-01")
    assert ledger.at("2024-02-10") == ["Globex D"]
    assert ledger.at("2024-02-10", ledger.known(2)) == ["Acme D"]
    assert ledger.at("2024-01-31") == ["Acme D"]


def test_what_alone_was_on_its_axis_leaves_nothing() -> None:
    ledger = base()
    ledger.invalidates(ledger.axis.timeline.visible[0].fact)
    assert ledger.at("2021-01-01") == []
    assert ledger.at("2021-01-01", ledger.known(1)) == ["Acme D"]


def test_a_stated_end_is_not_moved_when_what_followed_goes() -> None:
    ledger = Chronicle()
    ledger.says("a", ACME, "2020-01-01", "2023-12-31")
    globex = ledger.says("g", GLOBEX, "2024-02-15")
    assert globex.verdict is Verdict.RECORDED
    ledger.invalidates(globex.claim)
    assert ledger.at("2024-02-20") == []
    assert ledger.at("2023-12-30") == ["Acme D"]


def test_two_of_one_start_are_in_contest() -> None:
    ledger = base()
    assert ledger.says("g", GLOBEX, "2020-01-01").verdict is Verdict.CONTESTED
    assert ledger.at("2021-01-01") == ["Acme D!", "Globex D!"]


def test_a_stated_end_that_is_overlapped_is_contested_and_stays() -> None:
    ledger = Chronicle()
    ledger.says("five", "5", "2020-01-01", "2021-01-01")
    assert ledger.says("six", "6", "2020-06-01").verdict is Verdict.CONTESTED
    assert ledger.at("2020-03-01") == ["5 D!"]
    assert ledger.at("2020-07-01") == ["5 D!", "6 D!"]
    assert ledger.at("2021-01-01") == ["6 D!"]


def test_what_meets_at_an_instant_does_not_contend() -> None:
    ledger = Chronicle()
    ledger.says("five", "5", "2020-01-01", "2021-01-01")
    assert ledger.says("six", "6", "2021-01-01").verdict is Verdict.RECORDED
    assert ledger.at("2020-12-31T23:59:59.999999Z") == ["5 D"]
    assert ledger.at("2021-01-01") == ["6 D"]


def test_a_second_stint_is_a_fact_of_its_own() -> None:
    ledger = Chronicle()
    ledger.says("a", ACME, "2020-01-01", "2022-01-01")
    assert ledger.says("b", ACME, "2023-01-01").verdict is Verdict.RECORDED
    assert ledger.at("2021-06-01") == ["Acme D"]
    assert ledger.at("2022-06-01") == []
    assert ledger.at("2023-06-01") == ["Acme D"]
    assert ledger.facts() == ["Acme active", "Acme active"]


def test_what_has_ended_nobody_knows_when_was_possible_until_that_was_said() -> None:
    ledger = Chronicle()
    ledger.says("a", "CEO", "2019-01-01", "", seen="2024-07-01")
    assert ledger.at("2018-12-31") == []
    assert ledger.at("2019-01-01") == ["CEO P"]
    assert ledger.at("2023-01-01") == ["CEO P"]
    assert ledger.at("2024-07-01") == []


def test_a_later_word_that_it_is_over_leaves_it_possible_until_then() -> None:
    ledger = Chronicle()
    ledger.says("a", "CEO", "2019-01-01", seen="2023-01-01")
    ledger.says("b", "CEO", until="", seen="2024-07-01")
    assert ledger.at("2023-01-01") == ["CEO P"]
    assert ledger.at("2024-07-01") == []
    assert ledger.facts() == ["CEO active"]


@pytest.mark.parametrize(("valid", "expected"), [("2019/..", ["Acme D"]), ("2019/", [])])
def test_an_open_end_is_not_an_unknown_one(valid: str, expected: list[str]) -> None:
    ledger = Chronicle()
    ledger.says("a", ACME, valid=valid)
    assert ledger.at("2030-01-01") == expected
    assert ledger.at("2019-06-01") == ["Acme P"]


def test_a_start_within_a_year_is_possible_in_it_and_definite_after() -> None:
    ledger = Chronicle()
    ledger.says("a", ACME, "2024")
    assert [ledger.at(day) for day in ("2023-12-31", "2024-01-01", "2024-06-15", "2025-01-01")] == [
        [],
        ["Acme P"],
        ["Acme P"],
        ["Acme D"],
    ]


def test_an_end_within_a_year_is_possible_in_it() -> None:
    ledger = Chronicle()
    ledger.says("a", ACME, "2020-01-01", "2023")
    assert [ledger.at(day) for day in ("2022-12-31", "2023-01-01", "2023-12-31", "2024-01-01")] == [
        ["Acme D"],
        ["Acme P"],
        ["Acme P"],
        [],
    ]


def test_a_start_that_is_told_apart_ends_a_contest() -> None:
    ledger = Chronicle()
    vague = ledger.says("a", "A", "2024")
    assert ledger.says("b", "B", "2024-06-15").verdict is Verdict.CONTESTED
    assert ledger.at("2025-02-01") == ["A D!", "B D!"]
    ledger.corrects(vague.claim, start="2024-01-05")
    assert ledger.at("2025-02-01") == ["B D"]
    assert ledger.at("2024-03-01") == ["A D"]


def test_an_undated_value_was_possible_before_it_was_seen() -> None:
    ledger = Chronicle()
    ledger.says("a", "A", seen="2024-01-10")
    assert ledger.at("0001-01-01") == ["A P"]
    assert ledger.at("2024-01-10") == ["A D"]
    assert ledger.says("b", "B", seen="2024-06-01").verdict is Verdict.SUPERSEDES
    assert ledger.at("2024-05-31") == ["A D"]
    assert ledger.at("2024-06-01") == ["B D"]
    assert ledger.at("2023-01-01") == ["A P"]


def test_what_begins_later_needs_no_event_on_that_day() -> None:
    ledger = base()
    ledger.says("g", GLOBEX, "2030-01-01")
    assert ledger.at("2024-01-10") == ["Acme D"]
    assert ledger.at("2030-01-01") == ["Globex D"]


def test_an_end_can_be_corrected_and_opened_again() -> None:
    ledger = base()
    acme = ledger.axis.timeline.visible[0].fact
    ledger.ends_at(acme, "2023-06-30")
    ledger.corrects(acme, until="2023-09-30")
    ledger.corrects(acme, until="..")
    found = [ledger.at("2023-08-01", ledger.known(command)) for command in (1, 2, 3, 4)]
    assert found == [["Acme D"], [], ["Acme D"], ["Acme D"]]


def test_values_that_do_not_exclude_each_other_stand_side_by_side() -> None:
    ledger = Chronicle(declaration=UNDECLARED)
    ledger.says("a", "en", "2000-01-01")
    assert ledger.says("b", "fr", "2010-01-01").verdict is Verdict.RECORDED
    assert ledger.at("2011-01-01") == ["en D", "fr D"]
    assert ledger.at("2005-01-01") == ["en D"]


def test_nothing_is_known_before_the_first_event() -> None:
    ledger = base()
    assert ledger.at("2021-01-01", 0) == []
    assert ledger.at("2021-01-01") == ["Acme D"]


def test_two_sources_carry_one_fact_and_one_suffices() -> None:
    ledger = base()
    second = ledger.says("b", ACME, "2020-01-01")
    assert second.verdict is Verdict.CONFIRMED
    (stint,) = ledger.axis.timeline.visible
    assert len(stint.claims) == 2
    ledger.retracts(second.claim)
    assert ledger.at("2021-01-01") == ["Acme D"]
    ledger.retracts(stint.fact)
    assert ledger.at("2021-01-01") == []
    assert ledger.status(stint.fact) is Status.UNSUPPORTED


def test_a_corrected_value_was_meant_all_along() -> None:
    ledger = Chronicle()
    told = ledger.says("a", "Acmee", "2020-01-01")
    ledger.corrects(told.claim, value="Acme")
    assert ledger.at("2021-01-01") == ["Acme D"]
    assert ledger.at("2021-01-01", ledger.known(1)) == ["Acmee D"]
    assert ledger.says("b", "Acmee", "2020-01-01").verdict is Verdict.CONFIRMED
    assert ledger.at("2021-01-01") == ["Acme D"]


def test_a_later_end_counts_from_when_it_was_said() -> None:
    ledger = base()
    ledger.says("b", ACME, "2020-01-01", "2022-01-01")
    assert ledger.at("2023-01-01") == []
    assert ledger.at("2021-01-01") == ["Acme D"]
    assert ledger.at("2023-01-01", ledger.known(1)) == ["Acme D"]


def test_a_person_s_open_end_is_not_closed_by_an_agent() -> None:
    ledger = Chronicle()
    ledger.says(person("h"), ACME, "2020-01-01")
    ledger.says("b", ACME, "2020-01-01", "2022-01-01")
    assert ledger.at("2023-01-01") == ["Acme D"]
    assert len(ledger.asked) == 1


def test_wrong_dates_refuse_only_those_dates() -> None:
    ledger = base()
    ledger.invalidates(ledger.axis.timeline.visible[0].fact, kind=Kind.WRONG_DATES)
    assert ledger.says("b", ACME, "2020-01-01").verdict is Verdict.REFUSED
    assert ledger.says("b", ACME, "2021-01-01").verdict is Verdict.RECORDED
