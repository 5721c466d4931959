"""What agents may not do, what a person decides of it, and what stays refused meanwhile."""

from dataclasses import replace

import pytest

from domain.axes.answers import Declined
from domain.axes.commands import DecideReview, Invalidate
from domain.axes.reviewing import waiting
from domain.duels.signals import Signal
from domain.events import FactEnded, Refused, Reviewed
from domain.payloads import Act, Kind, Resolution, Wish
from domain.words import Seq, Status, Verdict
from tests.domain.arguing import agent, person
from tests.domain.axes.courses import wishes_of
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


def wished(number: int) -> tuple[Chronicle, Seq, Seq]:
    """A person's fact, and one of the wishes that an agent may have for it, with its seq."""
    ledger = Chronicle()
    told = ledger.says(person("h"), "X", "2020-01-01")
    ledger.named("Z")
    ledger.asks(wishes_of(told.claim, 2022)[number], agent("a"))
    (request,) = ledger.axis.waiting
    assert (request.fact, request.token, request.seq) == (told.claim, "a", ledger.seq)
    return ledger, told.claim, request.seq


def test_a_wish_that_is_confirmed_is_carried_out_as_the_person_s_own() -> None:
    found: list[tuple[str, list[str]]] = []
    for number in range(4):
        ledger, fact, item = wished(number)
        ledger.decides(item, Resolution.CONFIRM)
        reviewed, done, *_ = ledger.recorded[item:]
        assert isinstance(reviewed.event, Reviewed)
        assert (reviewed.event.item, reviewed.event.fact) == (item, fact)
        assert {reviewed.token, done.token} == {"reviewer"}
        assert waiting(ledger.axis) == ()
        found.append((type(done.event).__name__, ledger.at("2023-01-01")))
    assert found == [
        ("Invalidated", []),
        ("FactEnded", []),
        ("FactCorrected", ["Z D"]),
        ("OutcomeReported", ["X D"]),
    ]


def test_a_wish_that_is_rejected_changes_nothing_else() -> None:
    for number in range(4):
        ledger, fact, item = wished(number)
        before = ledger.axis
        ledger.decides(item, Resolution.REJECT)
        assert ledger.axis == replace(before, waiting=())
        assert ledger.at("2023-01-01") == ["X D"]
        assert ledger.says("b", "X", "2020-01-01").verdict is Verdict.CONFIRMED
        assert ledger.axis.timeline.of(fact).fact == fact


def test_a_wish_for_what_is_gone_can_only_be_rejected() -> None:
    ledger, fact, item = wished(0)
    ledger.invalidates(fact)
    confirming = DecideReview(item=item, resolution=Resolution.CONFIRM, reason="")
    assert ledger.asks(confirming) is Declined.ALREADY_SO
    assert [each.item for each in waiting(ledger.axis)] == [item]
    ledger.decides(item, Resolution.REJECT)
    assert waiting(ledger.axis) == ()


def test_a_wish_that_a_tombstone_refuses_goes_on_waiting() -> None:
    ledger, fact, item = wished(2)
    wrong = ledger.says("b", "Z", "2010-01-01", "2011-01-01")
    ledger.invalidates(wrong.claim)
    ledger.decides(item, Resolution.CONFIRM)
    refused = ledger.events[-1]
    assert isinstance(refused, Refused)
    assert (refused.act, refused.fact, refused.said) == (Act.CORRECTION, fact, None)
    assert [each.item for each in waiting(ledger.axis)] == [item]
    assert ledger.axis.tombstones[0].tries == {"reviewer": 1}


@pytest.mark.parametrize(
    ("resolution", "wish", "waits", "stands"),
    [
        (Resolution.CONFIRM, None, Declined.ALREADY_SO, Declined.NOT_WAITING),
        (Resolution.KEEP_BOTH, Declined.ONLY_YES_OR_NO, Declined.ALREADY_SO, Declined.NOT_WAITING),
        (Resolution.CLOSE, Declined.ONLY_YES_OR_NO, Declined.NO_DATE, Declined.NOT_WAITING),
        (Resolution.REJECT, None, None, Declined.NOT_WAITING),
    ],
)
def test_what_can_be_decided_depends_on_what_waits(
    resolution: Resolution, wish: Declined | None, waits: Declined | None, stands: Declined
) -> None:
    def answer(ledger: Chronicle, item: Seq) -> Declined | None:
        found = ledger.asks(DecideReview(item=item, resolution=resolution, reason=""))
        return found if isinstance(found, Declined) else None

    wishing, fact, item = wished(0)
    assert answer(wishing, fact) is stands
    assert answer(wishing, Seq(999)) is Declined.UNKNOWN
    assert answer(wishing, item) is wish
    fighting, incumbent, _ = contested()
    assert answer(fighting, incumbent) is waits


def test_what_a_person_decides_of_a_fact_is_told_first() -> None:
    found: list[tuple[set[str], bool]] = []
    for resolution in Resolution:
        ledger, _, newcomer = contested()
        before = ledger.seq
        ledger.decides(newcomer, resolution, until="2021-01-01")
        reviewed, *following = ledger.events[before:]
        assert isinstance(reviewed, Reviewed)
        assert reviewed.item == reviewed.fact == newcomer
        assert reviewed.resolution is resolution
        found.append(({type(each).__name__ for each in following}, bool(reviewed.claims)))
    assert found == [(set(), True), ({"Invalidated"}, False), (set(), True), ({"FactEnded"}, False)]


def test_a_value_that_was_refused_since_does_not_rise_by_review() -> None:
    ledger = Chronicle()
    wrong = ledger.says("a", "X", "2018-01-01", "2019-01-01")
    ledger.says(person("h"), "Y", "2020-01-01")
    newcomer = ledger.says("b", "X", "2021-01-01")
    ledger.invalidates(wrong.claim)
    ledger.decides(newcomer.claim, Resolution.CONFIRM)
    refused = ledger.events[-1]
    assert isinstance(refused, Refused)
    assert (refused.act, refused.fact) == (Act.REVIEW, newcomer.claim)
    assert ledger.status(newcomer.claim) is QUARANTINED


def test_an_agent_s_end_waits_and_is_confirmed() -> None:
    ledger = Chronicle()
    fact = ledger.says(person("h"), "X", "2020-01-01").claim
    claim = ledger.says("b", "X", "2020-01-01", "2022-01-01").claim
    assert ledger.at("2023-01-01") == ["X D"]
    (request,) = ledger.axis.waiting
    assert (request.fact, request.wish, request.seq) == (fact, Wish.END, claim + 1)
    ledger.decides(request.seq, Resolution.CONFIRM)
    assert ledger.at("2023-01-01") == []
    assert ledger.at("2021-01-01") == ["X D"]
    assert isinstance(ledger.events[-1], FactEnded)
