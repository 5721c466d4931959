"""Given what was told, when this is asked, then it is answered so, and whenever it is repeated."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from domain.answers import (
    WARNINGS,
    ClaimAnswer,
    DecisionAnswer,
    RefusedAnswer,
    WaitingAnswer,
    claim_answers,
    decision_answer,
)
from domain.commands import (
    AssertAll,
    CorrectFact,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    OpenLedger,
    ReinstateClaim,
    ReportOutcome,
    Restore,
    RetractClaim,
)
from domain.duels.signals import Signal
from domain.events import Recorded, Warned
from domain.identity import IdentityMode
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration
from domain.values import Text
from domain.words import Seq, Status, Verdict
from tests.domain.remembering import Library, Order
from tests.domain.telling import AGENT, OTHER, PERSON, SYSTEM, claim

OPENING: Order = (
    OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24),
    PERSON,
)
LIKES_ONE: Order = (
    DeclarePredicate(predicate="likes", declaration=Declaration(cardinality=Cardinality.SINGLE)),
    PERSON,
)
TEA: Order = (claim(), AGENT)
HERS: Order = (claim(), PERSON)
MILK: Order = (claim(value="milk"), OTHER)
TEA_2020: Order = (claim(valid_from="2020"), AGENT)
MILK_2020: Order = (claim(value="milk", valid_from="2020"), OTHER)


def struck(fact: int = 2) -> Order:
    return Invalidate(fact=Seq(fact), kind=Kind.FALSE, reason="wrong"), PERSON


def retracted(claim: int = 2) -> Order:
    return RetractClaim(claim=Seq(claim), reason="gone"), AGENT


def reinstated(claim: int = 2) -> Order:
    return ReinstateClaim(claim=Seq(claim), reason="found"), AGENT


def end(fact: int = 2) -> Order:
    return EndFact(fact=Seq(fact), valid_to="2023"), AGENT


def review(item: int, resolution: Resolution, valid_to: str | None = None) -> Order:
    command = DecideReview(item=Seq(item), resolution=resolution, reason="so", valid_to=valid_to)
    return command, PERSON


def answered(told: Sequence[Order], asked: Order) -> tuple[Recorded, ...]:
    """The events of what is asked once these were told."""
    library = Library()
    for command, actor in (OPENING, *told):
        library.tell(command, actor)
    return library.tell(*asked)


class Told(NamedTuple):
    """What an answer tells of a claim."""

    verdict: Verdict
    status: Status
    fact: int
    rivals: tuple[int, ...]
    reason: str


RECORDED, CONFIRMED = Verdict.RECORDED, Verdict.CONFIRMED
ACTIVE, CONTESTED = Status.ACTIVE, Status.CONTESTED

# What was told, what is claimed, and what is answered.
CLAIMED: list[tuple[list[Order], Order, Told]] = [
    ([], TEA, Told(RECORDED, ACTIVE, 2, (), "no_rival")),
    ([TEA], HERS, Told(CONFIRMED, ACTIVE, 2, (), "same_value")),
    ([TEA, retracted()], TEA, Told(RECORDED, ACTIVE, 2, (), "same_value")),
    ([LIKES_ONE, TEA], MILK, Told(Verdict.SUPERSEDES, ACTIVE, 4, (3,), "margin")),
    (
        [LIKES_ONE, TEA],
        (claim(value="milk"), AGENT),
        Told(Verdict.SUPERSEDES, ACTIVE, 4, (3,), "self_revision"),
    ),
    ([LIKES_ONE, TEA_2020], MILK_2020, Told(Verdict.CONTESTED, CONTESTED, 4, (3,), "margin")),
    (
        [LIKES_ONE, TEA_2020, MILK_2020],
        (claim(value="milk", valid_from="2020"), PERSON),
        Told(Verdict.DISPLACES, ACTIVE, 4, (3,), "margin"),
    ),
    (
        [LIKES_ONE, HERS],
        MILK,
        Told(Verdict.QUARANTINED, Status.QUARANTINED, 4, (3,), "margin"),
    ),
]


@pytest.mark.parametrize(("told", "asked", "expected"), CLAIMED)
def test_a_claim_is_answered_with_its_verdict_and_why(
    told: list[Order], asked: Order, expected: Told
) -> None:
    written = answered(told, asked)
    (answer,) = claim_answers(written)
    assert isinstance(answer, ClaimAnswer)
    found = Told(answer.verdict, answer.status, answer.fact, answer.rivals, answer.reason)
    assert found == expected
    assert (answer.claim, answer.seq) == (written[0].seq, written[-1].seq)
    assert (answer.fight is None) == (not answer.rivals)
    assert answer.rule == 1


def test_a_second_value_is_warned_of_in_words() -> None:
    (first,) = claim_answers(answered([], TEA))
    (second,) = claim_answers(answered([TEA], MILK))
    assert isinstance(first, ClaimAnswer)
    assert isinstance(second, ClaimAnswer)
    assert (first.warnings, second.warnings) == ((), (WARNINGS[Warned.SECOND_VALUE],))


def test_each_claim_of_an_act_has_an_answer_from_its_own_events() -> None:
    act = AssertAll(claims=(claim(), claim(value="milk", valid_from="2020"), claim("Bob"), claim()))
    written = answered([LIKES_ONE, TEA_2020], (act, OTHER))
    answers = claim_answers(written)
    verdicts = [each.verdict for each in answers if isinstance(each, ClaimAnswer)]
    assert verdicts == [
        Verdict.CONFIRMED,
        Verdict.CONTESTED,
        Verdict.RECORDED,
        Verdict.CONFIRMED,
    ]
    seqs = [(each.claim, each.seq) for each in answers if isinstance(each, ClaimAnswer)]
    assert seqs == [(4, 4), (5, 6), (7, 7), (8, 8)]


def test_of_an_act_that_is_refused_there_are_answers_for_what_was() -> None:
    act = AssertAll(claims=(claim("Bob"), claim(), claim(value="TEA")))
    answers = claim_answers(answered([TEA, struck()], (act, OTHER)))
    assert answers == tuple(
        RefusedAnswer(fact=Seq(2), tombstone=Seq(3), seq=Seq(seq)) for seq in (4, 5)
    )


# What was told, what is decided, and the fact and where it comes to stand, or who is asked.
ANSWERED: list[tuple[list[Order], Order, DecisionAnswer | RefusedAnswer | WaitingAnswer]] = [
    ([TEA], struck(), DecisionAnswer(fact=Seq(2), seq=Seq(3), status=Status.INVALIDATED)),
    ([HERS], (struck()[0], AGENT), WaitingAnswer(review=Seq(3), seq=Seq(3))),
    (
        [TEA, struck()],
        (Restore(fact=Seq(2), reason="right"), PERSON),
        DecisionAnswer(fact=Seq(2), seq=Seq(4), status=Status.ACTIVE),
    ),
    (
        [LIKES_ONE, HERS, MILK, struck(4)],
        (Restore(fact=Seq(4), reason="right"), PERSON),
        DecisionAnswer(fact=Seq(4), seq=Seq(7), status=Status.QUARANTINED),
    ),
    ([TEA], end(), DecisionAnswer(fact=Seq(2), seq=Seq(3), status=Status.ACTIVE)),
    (
        [LIKES_ONE, TEA_2020, MILK_2020],
        end(4),
        DecisionAnswer(fact=Seq(4), seq=Seq(6), status=Status.CONTESTED),
    ),
    (
        [TEA, retracted()],
        end(),
        DecisionAnswer(fact=Seq(2), seq=Seq(4), status=Status.UNSUPPORTED),
    ),
    (
        [LIKES_ONE, TEA_2020, MILK_2020],
        (CorrectFact(fact=Seq(4), subject="Bob", reason="misread"), PERSON),
        DecisionAnswer(fact=Seq(4), seq=Seq(6), status=Status.ACTIVE),
    ),
    (
        [TEA, struck(), MILK],
        (CorrectFact(fact=Seq(4), object=Text(text="tea"), reason="misread"), PERSON),
        RefusedAnswer(fact=Seq(2), tombstone=Seq(3), seq=Seq(5)),
    ),
    (
        [LIKES_ONE, TEA_2020, MILK_2020],
        (ReportOutcome(fact=Seq(4), signal=Signal.TEST_PASSED, success=True), SYSTEM),
        DecisionAnswer(fact=Seq(4), seq=Seq(6), status=Status.ACTIVE),
    ),
    ([TEA], retracted(), DecisionAnswer(fact=Seq(2), seq=Seq(3), status=Status.UNSUPPORTED)),
    (
        [TEA, HERS],
        (retracted(3)[0], PERSON),
        DecisionAnswer(fact=Seq(2), seq=Seq(4), status=Status.ACTIVE),
    ),
    (
        [TEA, retracted()],
        reinstated(),
        DecisionAnswer(fact=Seq(2), seq=Seq(4), status=Status.ACTIVE),
    ),
    (
        [LIKES_ONE, HERS, MILK],
        review(4, Resolution.CONFIRM),
        DecisionAnswer(fact=Seq(4), seq=Seq(6), status=Status.ACTIVE),
    ),
    (
        [LIKES_ONE, HERS, MILK],
        review(4, Resolution.REJECT),
        DecisionAnswer(fact=Seq(4), seq=Seq(6), status=Status.INVALIDATED),
    ),
    (
        [HERS, (struck()[0], AGENT)],
        review(3, Resolution.REJECT),
        DecisionAnswer(fact=Seq(2), seq=Seq(4), status=Status.ACTIVE),
    ),
    (
        [HERS, (struck()[0], AGENT)],
        review(3, Resolution.CONFIRM),
        DecisionAnswer(fact=Seq(2), seq=Seq(4), status=Status.INVALIDATED),
    ),
]


@pytest.mark.parametrize(("told", "asked", "answer"), ANSWERED)
def test_a_decision_is_answered_with_where_the_fact_comes_to_stand(
    told: list[Order],
    asked: Order,
    answer: DecisionAnswer | RefusedAnswer | WaitingAnswer,
) -> None:
    assert decision_answer(answered(told, asked)) == answer


def test_what_declares_is_no_decision_on_a_fact() -> None:
    with pytest.raises(TypeError, match="PredicateDeclared"):
        decision_answer(answered([TEA], LIKES_ONE))
