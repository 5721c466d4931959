"""What bears a person's word: agents undo none of it, and their stated ends wait for a person."""

from collections.abc import Callable

import pytest

from domain.axes.commands import CorrectFact, EndFact, Invalidate
from domain.axes.people import agents_alone_support, bears_a_persons_word
from domain.axes.reviewing import waiting
from domain.duels.signals import Signal
from domain.duels.voices import Voice
from domain.events import FactAsserted, ReviewRequested
from domain.payloads import Kind, Resolution, Wish
from domain.values import Text
from domain.words import Seq
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import Chronicle, stated


def said_by(voice: Voice, *, named: bool = False) -> Callable[[Chronicle], Seq]:
    return lambda ledger: ledger.says(voice, "X", "2020-01-01", named=named).claim


def confirmed_by(voice: Voice) -> Callable[[Chronicle], Seq]:
    def do(ledger: Chronicle) -> Seq:
        fact = ledger.says("a", "X", "2020-01-01").claim
        ledger.reports(fact, Signal.USER_CONFIRMED, voice)
        return fact

    return do


def ended_by(voice: Voice) -> Callable[[Chronicle], Seq]:
    def do(ledger: Chronicle) -> Seq:
        fact = ledger.says("a", "X", "2020-01-01").claim
        ledger.ends_at(fact, "2022-01-01", by=voice)
        return fact

    return do


def corrected_by(voice: Voice) -> Callable[[Chronicle], Seq]:
    def do(ledger: Chronicle) -> Seq:
        fact = ledger.says("a", "W", "2020-01-01").claim
        ledger.corrects(fact, value="X", by=voice)
        return fact

    return do


def reviewed(resolution: Resolution, *, first: bool) -> Callable[[Chronicle], Seq]:
    def do(ledger: Chronicle) -> Seq:
        incumbent = ledger.says("a", "X", "2020-01-01").claim
        newcomer = ledger.says("b", "Y", "2020-01-01").claim
        ledger.decides(newcomer, resolution)
        return incumbent if first else newcomer

    return do


def taken_back(voice: Voice) -> Callable[[Chronicle], Seq]:
    def do(ledger: Chronicle) -> Seq:
        fact = ledger.says(voice, "X", "2020-01-01").claim
        ledger.retracts(fact)
        return fact

    return do


def taken_back_beside_an_agent(ledger: Chronicle) -> Seq:
    fact = ledger.says(person("h"), "X", "2020-01-01").claim
    ledger.says("a", "X", "2020-01-01")
    ledger.retracts(fact)
    return fact


PERSONS = {
    "said": said_by(person("h")),
    "said by another": said_by(person("h"), named=True),
    "confirmed": confirmed_by(person("h")),
    "ended": ended_by(person("h")),
    "corrected": corrected_by(person("h")),
    "confirmed in a review": reviewed(Resolution.CONFIRM, first=False),
    "kept in a review": reviewed(Resolution.KEEP_BOTH, first=False),
    "kept beside it": reviewed(Resolution.KEEP_BOTH, first=True),
    "taken back": taken_back(person("h")),
}
AGENTS = {
    "said": said_by(agent("a")),
    "confirmed": confirmed_by(agent("b")),
    "ended": ended_by(agent("b")),
    "corrected": corrected_by(agent("b")),
    "taken back": taken_back(agent("a")),
    "a person's taken back beside it": taken_back_beside_an_agent,
}


@pytest.mark.parametrize("make", PERSONS.values(), ids=PERSONS)
def test_agents_ask_before_they_undo_what_bears_a_person_s_word(
    make: Callable[[Chronicle], Seq],
) -> None:
    ledger = Chronicle()
    fact = make(ledger)
    claims = ledger.axis.timeline.of(fact).claims
    assert bears_a_persons_word(ledger.axis, claims)
    assert not agents_alone_support(ledger.axis, claims)
    before = ledger.facts()
    for command in (
        Invalidate(fact=fact, kind=Kind.FALSE, reason=""),
        CorrectFact(fact=fact, reason="", object=Text(text="W")),
        CorrectFact(fact=fact, reason="", end=stated(ledger.now, valid_to="..").end),
        EndFact(fact=fact, end=stated(ledger.now, valid_to="2021-01-01").end, reason=""),
    ):
        seq = ledger.seq
        ledger.asks(command, agent("z"))
        (asked,) = ledger.events[seq:]
        assert isinstance(asked, ReviewRequested)
    assert ledger.facts() == before


@pytest.mark.parametrize("make", AGENTS.values(), ids=AGENTS)
def test_agents_undo_what_agents_alone_support(make: Callable[[Chronicle], Seq]) -> None:
    ledger = Chronicle()
    fact = make(ledger)
    claims = ledger.axis.timeline.of(fact).claims
    assert not bears_a_persons_word(ledger.axis, claims)
    assert agents_alone_support(ledger.axis, claims)
    ledger.invalidates(fact, by=agent("z"))
    assert ledger.asked == []


def test_what_a_system_says_is_no_person_s_word_and_not_agents_alone() -> None:
    ledger = Chronicle()
    fact = ledger.says(system("s"), "X", "2020-01-01").claim
    claims = ledger.axis.timeline.of(fact).claims
    assert not bears_a_persons_word(ledger.axis, claims)
    assert not agents_alone_support(ledger.axis, claims)


@pytest.mark.parametrize("make", PERSONS.values(), ids=PERSONS)
def test_an_agent_s_stated_end_waits_where_a_person_has_a_word(
    make: Callable[[Chronicle], Seq],
) -> None:
    ledger = Chronicle()
    fact = make(ledger)
    stint = ledger.axis.timeline.of(fact)
    value = ledger.names[stint.line]
    ledger.says("z", value, "2020-01-01", "2026-01-01")
    is_left = stint.counting != ()
    asked = [Wish.END] if is_left else []
    assert [each.wish for each in ledger.asked] == asked
    assert (ledger.axis.timeline.of(stint.fact).end == stint.end) is is_left


@pytest.mark.parametrize("until", ["2021-06-01", "2022-01-01"])
def test_an_end_that_does_not_outlast_a_person_s_is_no_wish(until: str) -> None:
    ledger = Chronicle()
    fact = ended_by(person("h"))(ledger)
    end = ledger.axis.timeline.of(fact).end
    ledger.says("z", "X", "2020-06-01", until)
    assert ledger.asked == []
    assert ledger.axis.timeline.of(fact).end == end
    ledger.says("z", "X", "2020-06-01", "2022-01-02")
    assert [each.wish for each in ledger.asked] == [Wish.END]


def test_who_says_what_a_person_corrected_says_it_as_the_person_does() -> None:
    ledger = Chronicle()
    fact = corrected_by(person("h"))(ledger)
    again = ledger.says("b", "W", "2020-01-01").claim
    assert ledger.axis.timeline.of(again).fact == fact
    assert ledger.axis.amended_by_people == {fact, again}
    assert ledger.replayed() == ledger.axis


def test_the_same_wish_of_the_same_agent_waits_once() -> None:
    ledger = Chronicle()
    fact = said_by(person("h"))(ledger)
    strike = Invalidate(fact=fact, kind=Kind.FALSE, reason="wrong")
    other = Invalidate(fact=fact, kind=Kind.FALSE, reason="another reason")
    for command, voice in ((strike, "a"), (strike, "a"), (other, "a"), (strike, "b")):
        ledger.asks(command, agent(voice))
    first, *rest = (each.repeats for each in ledger.asked)
    assert (first, rest) == (None, [fact + 1, None, None])
    items = [each.item for each in waiting(ledger.axis)]
    assert items == [fact + 1, fact + 3, fact + 4]
    ledger.decides(items[0], Resolution.REJECT)
    ledger.asks(strike, agent("a"))
    assert ledger.asked[-1].repeats is None


def test_the_same_withheld_end_of_the_same_agent_waits_once() -> None:
    ledger = Chronicle()
    said_by(person("h"))(ledger)
    for voice in ("a", "a", "b"):
        ledger.says(voice, "X", "2020-01-01", "2022-01-01")
    assert len(waiting(ledger.axis)) == 2
    withheld = [each for each in ledger.events if isinstance(each, FactAsserted) and each.withheld]
    assert len(withheld) == 3
