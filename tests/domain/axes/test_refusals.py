"""What tombstones refuse of a value of which another stint stands, and in which words."""

from datetime import timedelta

import pytest

from domain.events import ClaimReinstated, Refused
from domain.payloads import Act, Kind, Resolution
from domain.words import Seq, Status, Verdict
from tests.domain.arguing import person
from tests.domain.chronicle import Chronicle

REFUSED, CONFIRMED, RECORDED = Verdict.REFUSED, Verdict.CONFIRMED, Verdict.RECORDED


def with_a_stint_struck(kind: Kind = Kind.FALSE) -> tuple[Chronicle, Seq, Seq]:
    """A value that held from 2010 to 2015, which was struck out, and holds from 2020 to 2024."""
    ledger = Chronicle()
    struck = ledger.says(person("h"), "X", "2010-01-01", "2015-01-01").claim
    stands = ledger.says(person("h"), "X", "2020-01-01", "2024-01-01").claim
    ledger.invalidates(struck, kind=kind)
    return ledger, struck, stands


def was_refused(ledger: Chronicle) -> bool:
    return isinstance(ledger.events[-1], Refused)


@pytest.mark.parametrize(
    ("start", "until", "seen", "verdict"),
    [
        ("2010-01-01", None, "2024-01-05", REFUSED),
        ("2010-01-01", "2015-01-01", "2024-01-05", REFUSED),
        ("2019-12-31", "2021-01-01", "2024-01-05", REFUSED),
        ("2020-01-01", "2024-01-02", "2024-01-05", REFUSED),
        ("2024-06-01", None, "2024-06-01", REFUSED),
        (None, None, "2012-01-01", REFUSED),
        (None, None, "2022-01-01", CONFIRMED),
        ("2020-01-01", None, "2024-01-05", CONFIRMED),
        ("2020-01-01", "2024-01-01", "2024-01-05", CONFIRMED),
        ("2021-01-01", "2023-01-01", "2024-01-05", CONFIRMED),
    ],
)
def test_a_visible_stint_is_confirmed_and_not_stretched(
    start: str | None, until: str | None, seen: str, verdict: Verdict
) -> None:
    ledger, _, stands = with_a_stint_struck()
    before = ledger.axis.timeline.of(stands).bounds
    ledger.now += timedelta(days=200)
    assert ledger.says(person("i"), "X", start, until, seen=seen).verdict is verdict
    assert ledger.axis.timeline.of(stands).bounds == before
    assert ledger.at("2012-01-01") == []
    assert ledger.at("2022-01-01") == ["X D"]
    assert sum(ledger.axis.tombstones[0].tries.values()) == (verdict is REFUSED)


def test_nothing_that_was_struck_keeps_a_stint_from_being_stretched() -> None:
    ledger = Chronicle()
    stands = ledger.says("a", "X", "2020-01-01", "2024-01-01").claim
    ledger.says("b", "X", "2010-01-01", "2024-01-02")
    assert ledger.at("2012-01-01") == ["X D"]
    assert len(ledger.axis.timeline.of(stands).claims) == 2


@pytest.mark.parametrize(
    ("start", "until", "refused"),
    [
        ("2010-01-01", None, True),
        ("2010-01-01", "2015-01-01", True),
        (None, "2024-01-02", True),
        (None, "..", True),
        ("2021-01-01", None, False),
        (None, "2023-01-01", False),
    ],
)
def test_a_correction_that_reaches_outside_of_what_stood_asks_every_tombstone(
    start: str | None, until: str | None, *, refused: bool
) -> None:
    ledger, _, stands = with_a_stint_struck()
    before = ledger.axis.claims
    ledger.corrects(stands, start=start, until=until)
    assert was_refused(ledger) is refused
    assert (ledger.axis.claims == before) is refused
    assert ledger.at("2012-01-01") == []


@pytest.mark.parametrize(("until", "refused"), [("2025-01-01", True), ("2023-01-01", False)])
def test_an_end_that_lies_later_asks_every_tombstone(until: str, *, refused: bool) -> None:
    ledger, _, stands = with_a_stint_struck()
    ledger.ends_at(stands, until)
    told = ledger.events[-1]
    assert isinstance(told, Refused) is refused
    if isinstance(told, Refused):
        assert (told.act, told.fact) == (Act.CORRECTION, stands)


def test_what_is_refused_when_it_is_closed_in_a_review_goes_on_waiting() -> None:
    ledger = Chronicle()
    struck = ledger.says("a", "X", "2010-01-01", "2015-01-01").claim
    ledger.says("a", "Y", "2020-01-01", "2022-01-01")
    waits = ledger.says("b", "X", "2020-01-01", "2022-01-01").claim
    assert ledger.status(waits) is Status.CONTESTED
    ledger.invalidates(struck)
    ledger.decides(waits, Resolution.CLOSE, until="2023-01-01")
    assert was_refused(ledger)
    ledger.decides(waits, Resolution.CLOSE, until="2021-01-01")
    assert not was_refused(ledger)


def test_what_waits_may_be_corrected_within_its_stretch_though_its_value_is_refused() -> None:
    ledger = Chronicle()
    struck = ledger.says("a", "X", "2010-01-01", "2015-01-01").claim
    ledger.says(person("h"), "Y", "2020-01-01")
    waits = ledger.says("b", "X", "2021-01-01").claim
    assert ledger.status(waits) is Status.QUARANTINED
    ledger.invalidates(struck)
    ledger.corrects(waits, start="2022-01-01")
    assert not was_refused(ledger)
    ledger.corrects(waits, start="2020-06-01")
    assert was_refused(ledger)


def test_a_claim_that_was_taken_back_does_not_stretch_what_stands() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2018-01-01")
    inside = ledger.says("b", "X", "2019-01-01").claim
    early = ledger.says("c", "X", "2017-01-01").claim
    struck = ledger.says("d", "X", "2010-01-01", "2015-01-01").claim
    ledger.retracts(early)
    ledger.retracts(inside)
    ledger.invalidates(struck)
    ledger.reinstates(early)
    assert was_refused(ledger)
    assert ledger.at("2017-06-01") == []
    ledger.reinstates(inside)
    assert not was_refused(ledger)


@pytest.mark.parametrize(
    ("start", "until", "verdict"),
    [
        ("2010-01-01", "2015-01-01", REFUSED),
        ("2020-01-01", None, CONFIRMED),
        ("2010-01-01", "2016-01-01", RECORDED),
        (None, None, CONFIRMED),
    ],
)
def test_wrong_dates_are_not_said_again_though_the_value_stands(
    start: str | None, until: str | None, verdict: Verdict
) -> None:
    ledger, _, _ = with_a_stint_struck(Kind.WRONG_DATES)
    told = ledger.says("a", "X", start, until, seen="2023-01-01")
    assert told.verdict is verdict


def test_wrong_dates_are_not_said_again_of_a_row_that_they_fall_into() -> None:
    ledger = Chronicle()
    wrong = ledger.says("a", "X", "2010-01-01").claim
    ledger.invalidates(wrong, kind=Kind.WRONG_DATES)
    stands = ledger.says("a", "X", "2005-01-01").claim
    assert ledger.says("b", "X", "2010-01-01").verdict is REFUSED
    assert ledger.says("b", "X", "2011-01-01").verdict is CONFIRMED
    assert len(ledger.axis.timeline.of(stands).claims) == 2


def test_what_states_no_date_states_no_wrong_one() -> None:
    ledger = Chronicle()
    undated = ledger.says("a", "X").claim
    ledger.invalidates(undated, kind=Kind.WRONG_DATES)
    assert ledger.says("a", "X").verdict is REFUSED
    ledger.says("a", "X", "2020-01-01")
    assert ledger.says("b", "X").verdict is CONFIRMED


def test_dates_that_were_corrected_and_then_found_wrong_are_refused_with_the_old_ones() -> None:
    ledger = Chronicle()
    fact = ledger.says(person("h"), "X", "2020-01-01").claim
    ledger.corrects(fact, start="2021-01-01")
    ledger.invalidates(fact, kind=Kind.WRONG_DATES)
    assert ledger.says("a", "X", "2021-01-01").verdict is REFUSED
    assert ledger.says("a", "X", "2020-01-01").verdict is REFUSED
    assert ledger.says("a", "X", "2022-01-01").verdict is RECORDED


def test_words_that_were_corrected_are_refused_with_the_fact() -> None:
    ledger = Chronicle()
    fact = ledger.says("a", "Acmee", "2020-01-01").claim
    ledger.corrects(fact, value="Acme")
    ledger.invalidates(fact)
    assert ledger.says("b", "Acmee", "2020-01-01").verdict is REFUSED
    assert ledger.says("b", "Acme", "2020-01-01").verdict is REFUSED
    assert ledger.axis.tombstones[0].tries == {"b": 2}
    assert ledger.says("b", "Acmee", "2021-01-01").verdict is RECORDED
    ledger.restores(fact)
    again = ledger.says("b", "Acmee", "2020-01-01")
    assert (again.verdict, ledger.axis.timeline.of(again.claim).fact) == (CONFIRMED, fact)


def test_what_is_restored_is_shown_though_another_tombstone_of_its_value_stands() -> None:
    ledger = Chronicle()
    first = ledger.says("a", "X", "2010-01-01", "2015-01-01").claim
    second = ledger.says("a", "X", "2020-01-01").claim
    believed = ledger.axis
    ledger.invalidates(first)
    ledger.invalidates(second)
    assert ledger.says("b", "X", "2012-01-01", "2014-01-01").verdict is REFUSED
    ledger.restores(first)
    assert ledger.at("2012-01-01") == ["X D"]
    assert ledger.at("2021-01-01") == []
    assert [each.fact for each in ledger.axis.tombstones] == [second]
    assert ledger.says("b", "X", "2020-01-01").verdict is REFUSED
    assert ledger.says("b", "X", "2012-01-01", "2014-01-01").verdict is CONFIRMED
    ledger.restores(second)
    assert ledger.axis.claims[second] == believed.claims[second]
    assert ledger.at("2021-01-01") == ["X D"]


def test_of_claims_that_are_given_back_together_only_those_refused_since_stay_away() -> None:
    ledger = Chronicle()
    old = ledger.says("a", "X", "2010-01-01").claim
    again = ledger.says("b", "X", "2010-01-01").claim
    new = ledger.says("a", "Y", "2020-01-01").claim
    ledger.retracts(old, again, new)
    ledger.invalidates(old)
    ledger.reinstates(old, again, new)
    back = [each.claims for each in ledger.events if isinstance(each, ClaimReinstated)]
    refused = [(each.act, each.fact) for each in ledger.events if isinstance(each, Refused)]
    assert (back, refused) == ([(new,)], [(Act.REINSTATEMENT, old)])
    assert ledger.at("2021-01-01") == ["Y D"]
    assert ledger.axis.tombstones[0].tries == {"reviewer": 1}
    assert [each.claims for each in ledger.axis.retractions] == [(old, again)]
    ledger.restores(old)
    ledger.reinstates(old, again)
    assert ledger.at("2015-01-01") == ["X D"]
    assert ledger.replayed() == ledger.axis
