"""What was decided before holds: who took back may give back, tries are counted, wishes wait once.

Each is decided alike by who remembers everything and by who was told only what the command wants.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from domain.answers import (
    END_WAITS,
    ClaimAnswer,
    DecisionAnswer,
    RefusedAnswer,
    WaitingAnswer,
    claim_answers,
    decision_answer,
)
from domain.commands import (
    AssertAll,
    AssertFact,
    Command,
    CorrectFact,
    DeclarePredicate,
    EndFact,
    Invalidate,
    OpenLedger,
    ReinstateClaim,
    ReinstateSource,
    RetractClaim,
    RetractSource,
)
from domain.decide import Barred, Changed, Decided, Declined, Forestalled
from domain.events import ClaimReinstated, FactAsserted, Refused, ReviewRequested
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.payloads import Kind
from domain.predicates import Cardinality, Declaration
from domain.values import Text
from domain.wanting import Found, Showing, Shown, Wanted
from domain.words import Actor, Seq
from tests.domain.remembering import Library, Order
from tests.domain.telling import AGENT, NOON, OTHER, PERSON, SYSTEM, claim, when

OPENING: Order = (
    OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24),
    PERSON,
)
ONE: Order = (
    DeclarePredicate(predicate="likes", declaration=Declaration(cardinality=Cardinality.SINGLE)),
    PERSON,
)
TEA: Order = (claim(), AGENT)
HERS: Order = (claim(), PERSON)
STRUCK: Order = (Invalidate(fact=Seq(2), kind=Kind.FALSE, reason="wrong"), PERSON)
BOOK: Order = (claim(source="a book"), SYSTEM)
BOOK_OF_BOB: Order = (claim("Bob", value="milk", source="a book"), SYSTEM)
RETRACTED = RetractClaim(claim=Seq(2), reason="gone")
REINSTATED = ReinstateClaim(claim=Seq(2), reason="back")
RETRACTED_BOOK = RetractSource(source="a book", reason="gone")
REINSTATED_BOOK = ReinstateSource(source="a book", reason="back")


def library(*told: Order) -> Library:
    found = Library()
    for command, actor in (OPENING, *told):
        found.tell(command, actor)
    return found


def decided(found: Library, command: Command, actor: Actor) -> object:
    ((whole, wanted),) = found.decide((command, actor))
    assert whole == wanted
    return whole


# What was told before, who asks for what then, and what comes of it.
TAKEN: list[tuple[str, list[Order], Order, type[object]]] = [
    ("one's own", [TEA, (RETRACTED, AGENT)], (REINSTATED, AGENT), Decided),
    ("what a person took", [TEA, (RETRACTED, PERSON)], (REINSTATED, AGENT), Barred),
    ("a person may", [TEA, (RETRACTED, AGENT)], (REINSTATED, PERSON), Decided),
    ("another's", [TEA, (RETRACTED, AGENT)], (REINSTATED, OTHER), Barred),
    ("what counts", [TEA], (REINSTATED, AGENT), Forestalled),
    ("its source", [BOOK, (RETRACTED_BOOK, SYSTEM)], (REINSTATED_BOOK, SYSTEM), Decided),
    ("a source a person took", [BOOK, (RETRACTED_BOOK, PERSON)], (REINSTATED_BOOK, SYSTEM), Barred),
    (
        "a claim taken twice",
        [TEA, (RETRACTED, PERSON), (REINSTATED, PERSON), (RETRACTED, AGENT)],
        (REINSTATED, AGENT),
        Decided,
    ),
]


@pytest.mark.parametrize(
    ("told", "asked", "kind"), [each[1:] for each in TAKEN], ids=[each[0] for each in TAKEN]
)
def test_who_took_a_claim_back_may_give_it_back(
    told: list[Order], asked: Order, kind: type[object]
) -> None:
    assert isinstance(decided(library(*told), *asked), kind)


def test_of_a_source_a_system_gives_back_what_it_took_itself() -> None:
    found = library(BOOK, BOOK_OF_BOB, (RETRACTED, PERSON), (RETRACTED_BOOK, SYSTEM))
    (back,) = found.tell(REINSTATED_BOOK, SYSTEM)
    assert isinstance(back.event, ClaimReinstated)
    assert back.event.claims == (3,)


def test_an_agent_asks_before_it_strikes_what_a_person_said_and_took_back() -> None:
    found = library(HERS, (RETRACTED, PERSON))
    (asked,) = found.tell(STRUCK[0], AGENT)
    assert isinstance(asked.event, ReviewRequested)
    found = library(TEA, (RETRACTED, AGENT))
    (struck, *_) = found.tell(STRUCK[0], OTHER)
    assert not isinstance(struck.event, ReviewRequested)


@pytest.mark.parametrize("declared", [[], [ONE]])
def test_a_source_comes_back_but_for_what_was_struck_since(declared: list[Order]) -> None:
    first = 2 + len(declared)
    milk: Order = (claim(value="milk", source="a book", valid_from="2020-01-01"), SYSTEM)
    found = library(
        *declared,
        (claim(source="a book", valid_from="2010-01-01"), SYSTEM),
        milk,
        (RETRACTED_BOOK, PERSON),
        (Invalidate(fact=Seq(first), kind=Kind.FALSE, reason="wrong"), PERSON),
    )
    (tombstone,) = found.store.tombstones
    written = found.tell(REINSTATED_BOOK, PERSON)
    answer = decision_answer(written)
    assert isinstance(answer, DecisionAnswer)
    assert [(each.fact, each.tombstone) for each in answer.refused] == [(first, tombstone)]
    back = [each.event.claims for each in written if isinstance(each.event, ClaimReinstated)]
    assert back == [(first + 1,)]
    assert sum(found.store.tombstones[tombstone].tries.values()) == 1


def test_a_source_of_which_all_was_struck_is_refused() -> None:
    found = library(BOOK, (RETRACTED_BOOK, PERSON), STRUCK)
    answer = decision_answer(found.tell(REINSTATED_BOOK, PERSON))
    assert isinstance(answer, RefusedAnswer)


ACTS: list[tuple[str, Sequence[AssertFact]]] = [
    ("what is declined", [claim("Bob", rests_on=[999])]),
    ("what comes too late", [claim("Carl", since=1)]),
    ("both", [claim("Carl", since=1), claim("Bob", rests_on=[999])]),
]


@pytest.mark.parametrize("others", [each[1] for each in ACTS], ids=[each[0] for each in ACTS])
@pytest.mark.parametrize("last", [False, True])
def test_a_try_is_counted_whatever_else_an_act_is_declined_for(
    others: Sequence[AssertFact], *, last: bool
) -> None:
    found = library(TEA, STRUCK, (claim("Carl"), AGENT))
    claims = (*others, claim()) if last else (claim(), *others)
    written = found.tell(AssertAll(claims=claims), AGENT)
    assert [type(each.event) for each in written] == [Refused]
    (tombstone,) = found.store.tombstones.values()
    assert tombstone.tries == {AGENT.token: 1}


def test_an_act_without_what_is_refused_is_declined_for_the_rest() -> None:
    found = library(TEA)
    late, wrong = claim(value="tea", since=1), claim("Bob", rests_on=[999])
    assert isinstance(decided(found, AssertAll(claims=(claim(), wrong)), AGENT), Declined)
    assert isinstance(decided(found, AssertAll(claims=(claim("Carl"), late)), AGENT), Changed)
    assert isinstance(decided(found, AssertAll(claims=(late, wrong)), AGENT), Declined)


def test_a_tombstone_is_asked_before_whether_the_axis_has_changed() -> None:
    found = library(TEA, STRUCK, (claim(value="milk"), OTHER))
    (written,) = found.tell(claim(since=1), AGENT)
    assert isinstance(written.event, Refused)
    into = CorrectFact(fact=Seq(4), reason="r", object=Text(text="tea"), unchanged_since=Seq(1))
    (corrected,) = found.tell(into, PERSON)
    assert isinstance(corrected.event, Refused)
    other = replace(into, object=Text(text="coffee"))
    assert isinstance(decided(found, other, PERSON), Changed)


def test_an_end_that_waits_is_told_with_the_claim_and_waits_once() -> None:
    found = library((claim(valid_from="2020-01-01"), PERSON))
    ending = claim(valid_from="2020-01-01", valid_to="2022-01-01")
    (first,) = claim_answers(found.tell(ending, AGENT))
    (again,) = claim_answers(found.tell(ending, AGENT))
    (other,) = claim_answers(found.tell(ending, OTHER))
    assert isinstance(first, ClaimAnswer)
    assert isinstance(again, ClaimAnswer)
    assert isinstance(other, ClaimAnswer)
    assert (first.claim, first.review, first.warnings) == (3, 4, (END_WAITS,))
    assert (again.claim, again.review, again.warnings) == (5, 4, (END_WAITS,))
    assert (other.claim, other.review) == (7, 8)
    (plain,) = claim_answers(found.tell(claim(valid_from="2020-01-01"), AGENT))
    assert isinstance(plain, ClaimAnswer)
    assert (plain.review, plain.warnings) == (None, ())


def test_a_wish_that_is_repeated_is_answered_by_the_one_that_waits() -> None:
    found = library(HERS)
    ending = EndFact(fact=Seq(2), valid_to="2023", reason="over")
    assert decision_answer(found.tell(ending, AGENT)) == WaitingAnswer(review=Seq(3), seq=Seq(3))
    assert decision_answer(found.tell(ending, AGENT)) == WaitingAnswer(review=Seq(3), seq=Seq(4))
    (axis,) = found.axes()
    assert [each.seq for each in axis.waiting] == [3]


@pytest.mark.parametrize(("shown", "is_echo"), [("Acme", True), ("Acmee", True), ("Acne", False)])
def test_what_was_shown_as_it_was_corrected_is_echoed_in_the_old_words(
    shown: str, *, is_echo: bool
) -> None:
    told = library(
        (claim(value="Acmee"), PERSON),
        (CorrectFact(fact=Seq(2), reason="r", object=Text(text="Acme")), PERSON),
    )
    asked = claim(value="Acmee")
    line = line_key("Alice", "likes", Text(text=shown), mode=IdentityMode.FOLDED)
    showing = Showing(line, AGENT.token, None)
    seen = Shown(to_token=NOON - timedelta(hours=1), in_session=None)
    for memory in (told.whole, told.told([(asked, AGENT)])):
        memory.learn(Wanted(), Found(shown={showing: seen}))
        decision = when(memory, asked, clock=NOON)
        assert isinstance(decision, Decided)
        (event,) = decision.events
        assert isinstance(event, FactAsserted)
        assert (event.like, event.shown_at is not None) == (2, is_echo)


def test_what_words_were_corrected_to_is_asked_for_before_they_are_said_again() -> None:
    found = library(
        (claim(value="Acmee"), PERSON),
        (CorrectFact(fact=Seq(2), reason="r", object=Text(text="Acme")), PERSON),
    )
    wanted = Wanted()
    memory = found.told([])
    while more := memory.wants([(claim(value="Acmee"), AGENT)]):
        wanted = wanted.with_all(more)
        memory.learn(more, found.store.look_up(more))
    lines = {each.line for each in wanted.shown}
    assert lines == {
        line_key("Alice", "likes", Text(text=value), mode=IdentityMode.FOLDED)
        for value in ("Acme", "Acmee")
    }
