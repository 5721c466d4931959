"""What agents may not do, what a person decides of it, and what stays refused meanwhile."""

from domain.axes.answers import Declined
from domain.axes.commands import Invalidate
from domain.axes.reviewing import waiting
from domain.duels.signals import Signal
from domain.events import Refused
from domain.payloads import Kind, Resolution, Wish
from domain.words import Seq, Status, Verdict
from tests.domain.arguing import agent, person
from tests.domain.chronicle import REVIEWER, Chronicle

CONTESTED, QUARANTINED = Status.CONTESTED, Status.QUARANTINED


def test_what_needs_a_person_is_asked_of_one() -> None:
    ledger = Chronicle()
    told = ledger.says(person("h"), "X", "2020-01-01")
    ledger.invalidates(told.claim, by=agent("a"))
    ledger.ends_at(told.claim, "2021-01-01", by=agent("a"))
    ledger.corrects(told.claim, value="Y", by=agent("a"))
    ledger.reports(told.claim, Signal.TEST_PASSED, agent("a"), success=False)
    assert [each.wish for each in ledger.asked] == [
        Wish.INVALIDATE,
        Wish.END,
        Wish.CORRECT,
        Wish.REPORT_FAILURE,
    ]
    assert ledger.at("2022-01-01") == ["X D"]
    assert [each.wish for each in waiting(ledger.axis)] == [each.wish for each in ledger.asked]


def test_agents_may_undo_what_agents_alone_support() -> None:
    ledger = Chronicle()
    told = ledger.says("a", "X", "2020-01-01")
    ledger.invalidates(told.claim, by=agent("b"))
    assert ledger.at("2022-01-01") == []
    assert ledger.asked == []
    again = Invalidate(fact=told.claim, kind=Kind.FALSE, reason="")
    assert ledger.asks(again, REVIEWER) is Declined.ALREADY_SO


def contested() -> tuple[Chronicle, Seq, Seq]:
    ledger = Chronicle()
    incumbent = ledger.says("a", "X", "2020-01-01")
    newcomer = ledger.says("b", "Y", "2020-01-01")
    assert [each.fact for each in waiting(ledger.axis)] == [newcomer.claim]
    return ledger, incumbent.claim, newcomer.claim


def test_a_person_confirms_a_newcomer_and_it_stands() -> None:
    ledger, incumbent, newcomer = contested()
    ledger.decides(newcomer, Resolution.CONFIRM)
    assert ledger.at("2021-01-01") == ["Y D"]
    assert ledger.status(incumbent) is Status.DISPLACED
    assert waiting(ledger.axis) == ()


def test_a_person_rejects_a_newcomer_and_it_is_refused() -> None:
    ledger, _, newcomer = contested()
    ledger.decides(newcomer, Resolution.REJECT)
    assert ledger.at("2021-01-01") == ["X D"]
    assert ledger.says("c", "Y", "2020-01-01").verdict is Verdict.REFUSED
    assert any(isinstance(each, Refused) for each in ledger.events)


def test_a_person_keeps_both_and_nothing_waits() -> None:
    ledger, _, newcomer = contested()
    ledger.decides(newcomer, Resolution.KEEP_BOTH)
    assert ledger.at("2021-01-01") == ["X D!", "Y D!"]
    assert waiting(ledger.axis) == ()
    ledger.says("c", "X", "2020-01-01")
    assert ledger.at("2021-01-01") == ["X D!", "Y D!"]


def test_a_person_closes_one_at_a_date() -> None:
    ledger, incumbent, newcomer = contested()
    ledger.decides(incumbent, Resolution.CLOSE, until="2020-01-02")
    assert ledger.status(newcomer) is CONTESTED
    ledger.corrects(newcomer, start="2020-01-02")
    assert ledger.at("2021-01-01") == ["Y D"]
    assert ledger.at("2020-01-01") == ["X D"]
    assert waiting(ledger.axis) == ()


def test_a_tombstone_keeps_what_waited_from_rising() -> None:
    ledger = Chronicle()
    wrong = ledger.says("a", "X", "2018-01-01", "2019-01-01")
    incumbent = ledger.says(person("h"), "Y", "2020-01-01")
    newcomer = ledger.says("b", "X", "2021-01-01")
    assert newcomer.verdict is Verdict.QUARANTINED
    ledger.invalidates(wrong.claim)
    ledger.invalidates(incumbent.claim)
    assert ledger.at("2022-01-01") == []
    ledger.restores(wrong.claim)
    assert ledger.at("2022-01-01") == ["X D"]


def test_a_retracted_claim_of_a_refused_value_stays_away() -> None:
    ledger = Chronicle()
    first = ledger.says("a", "X", "2018-01-01", "2019-01-01")
    second = ledger.says("b", "X", "2020-01-01")
    ledger.retracts(second.claim)
    ledger.invalidates(first.claim)
    ledger.reinstates(second.claim)
    assert ledger.at("2021-01-01") == []
    assert ledger.axis.tombstones[0].tries == {"reviewer": 1}
