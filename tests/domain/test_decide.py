"""Given these events, when this is asked, then these events follow, or this refusal."""

from dataclasses import replace
from datetime import timedelta

import pytest

from domain.commands import AssertAll, AssertFact, Command, OpenLedger, RecordForeign
from domain.decide import Decided, Declined, Forestalled
from domain.events import Event, FactAsserted, ForeignContent, LedgerOpened, Quote, Warned
from domain.identity import IDENTITY_VERSION, IdentityMode
from domain.limits import OBSERVED_AHEAD_S_MAX
from domain.refusals import Refusal
from domain.values import Text, Value, parse_object
from domain.words import Actor, ActorKind, TokenId
from tests.domain.telling import (
    EXACT,
    NOON,
    OPENED,
    TICK,
    asserted,
    claim,
    foreign,
    given,
    said,
    when,
)

TEA = asserted(2, said())
MILK = asserted(3, said(value="milk"))
TEA_AGAIN = asserted(2, said(), joined=[2])

# Given events, the claim that is made, the fact it carries, and what it is warned of.
CLAIMS: list[tuple[str, tuple[Event, ...], AssertFact, int, tuple[Warned, ...]]] = [
    ("the first value opens a fact", (OPENED,), claim(), 2, ()),
    ("the same value joins it", (OPENED, TEA), claim(), 2, ()),
    ("another spelling joins it", (OPENED, TEA), claim("ALICE\u00a0", " Likes", "TEA\t"), 2, ()),
    (
        "a second value is warned of",
        (OPENED, TEA),
        claim(value="milk"),
        3,
        (Warned.SECOND_VALUE,),
    ),
    ("a third value is not", (OPENED, TEA, MILK), claim(value="wine"), 4, ()),
    ("the first of two values is joined", (OPENED, TEA, MILK), claim(), 2, ()),
    ("another predicate is another topic", (OPENED, TEA), claim(predicate="drinks"), 3, ()),
    ("another subject is another topic", (OPENED, TEA), claim("Bob"), 3, ()),
    (
        "C is not C#",
        (OPENED, asserted(2, said(value="C"))),
        claim(value="C#"),
        3,
        (Warned.SECOND_VALUE,),
    ),
    ("O'Brien is not obrien", (OPENED, asserted(2, said("O'Brien"))), claim("obrien"), 3, ()),
    ("exact ledgers keep case apart", (EXACT, TEA), claim("ALICE"), 3, ()),
    ("exact ledgers join what is blank", (EXACT, TEA), claim("Alice\u200b "), 2, ()),
    ("a foreign event is no fact", (OPENED, foreign()), claim(), 3, ()),
    ("an erased claim is no fact", (OPENED, asserted(2, None)), claim(), 3, ()),
    ("a claim may rest on a fact", (OPENED, TEA), claim("Bob", rests_on=[2]), 3, ()),
]


@pytest.mark.parametrize(
    ("events", "asked", "fact", "warned"), [c[1:] for c in CLAIMS], ids=[c[0] for c in CLAIMS]
)
def test_a_claim_opens_a_fact_or_joins_one(
    events: tuple[Event, ...], asked: AssertFact, fact: int, warned: tuple[Warned, ...]
) -> None:
    decision = when(given(*events), asked)
    assert isinstance(decision, Decided)
    (event,) = decision.events
    assert isinstance(event, FactAsserted)
    assert (event.fact, event.warned) == (fact, warned)
    assert event.derived_from == asked.derived_from


# Given a value, another one, and how many facts they make.
VALUES: list[tuple[object, object, int]] = [
    ("Acme", {"entity": "acme"}, 1),
    ({"number": "28000"}, {"number": "2.8e4"}, 1),
    ({"number": "28000"}, {"number": "28000", "unit": "CNY"}, 2),
    ({"number": "1"}, True, 2),
    ("true", True, 2),
    ("2024-02-15", {"date": "2024-02-15"}, 2),
    ("v1.2", "v12", 2),
    ("東京に住む", "大阪に住む", 2),
    ("ＡＳＲ１６０３", "asr1603", 1),
]


@pytest.mark.parametrize(("first", "second", "facts"), VALUES)
def test_values_are_one_by_kind_and_key(first: object, second: object, facts: int) -> None:
    memory = given(OPENED, asserted(2, replace(said(), object=value(first))))
    decision = when(memory, replace(claim(), object=value(second)))
    assert isinstance(decision, Decided)
    (event,) = decision.events
    assert isinstance(event, FactAsserted)
    assert len({2, event.fact}) == facts


def value(raw: object) -> Value:
    """A value as it comes over the wire."""
    parsed = parse_object(raw, field="object")
    assert not isinstance(parsed, Refusal)
    return parsed


def test_what_is_left_out_is_the_actor_and_the_time_of_writing() -> None:
    decision = when(given(OPENED), claim(), clock=NOON + TICK)
    assert decision == Decided(events=(asserted(2, said(observed_at=NOON + TICK)),))


def test_the_time_of_writing_rises_where_the_clock_does_not() -> None:
    decision = when(given(OPENED), claim(), clock=NOON - timedelta(hours=1))
    assert decision == Decided(events=(asserted(2, said(observed_at=NOON + TICK)),))


def test_what_is_given_is_kept_as_given() -> None:
    asked = AssertFact(
        subject=" Alice",
        predicate="Likes ",
        object=Text(text="TEA"),
        qualifiers=(("at", "noon"),),
        source="a book",
        session="s1",
        observed_at=NOON - timedelta(days=1),
        observed_text="2024-02-14",
        evidence=(Quote(quote="she drank", uri=None),),
    )
    decision = when(given(OPENED, TEA), asked)
    assert isinstance(decision, Decided)
    (event,) = decision.events
    assert isinstance(event, FactAsserted)
    assert event.said is not None
    names = ("subject", "predicate", "object", "qualifiers", "source", "session")
    for name in (*names, "observed_at", "observed_text"):
        assert getattr(event.said, name) == getattr(asked, name), name
    assert event.quotes == asked.evidence


def test_the_actor_comes_from_the_token_alone() -> None:
    person = Actor(token=TokenId("t2"), name="Ann", kind=ActorKind.HUMAN)
    decision = when(given(OPENED), claim(), actor=person)
    assert decision == Decided(events=(asserted(2, said(source="Ann", observed_at=NOON + TICK)),))


SECONDS = timedelta(seconds=OBSERVED_AHEAD_S_MAX)

# The claim, and the code and field of each reason why it is declined.
DECLINED: list[tuple[str, Command, list[tuple[str, str]]]] = [
    ("no such fact", claim(rests_on=[9]), [("unknown_fact", "derived_from[0]")]),
    ("no claim of several", claim(rests_on=[2, 3, 1]), [("unknown_fact", "derived_from[2]")]),
    ("a fact yet to come", claim(rests_on=[4]), [("unknown_fact", "derived_from[0]")]),
    (
        "seen ahead of now",
        replace(claim(), observed_at=NOON + SECONDS + 4 * TICK),
        [("in_the_future", "observed_at")],
    ),
    (
        "every reason at once",
        replace(claim(rests_on=[9]), observed_at=NOON + 2 * SECONDS),
        [("unknown_fact", "derived_from[0]"), ("in_the_future", "observed_at")],
    ),
    (
        "each claim of an act",
        AssertAll(claims=(claim(rests_on=[9]), claim(), claim(rests_on=[8]))),
        [
            ("unknown_fact", "facts[0].derived_from[0]"),
            ("unknown_fact", "facts[2].derived_from[0]"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("asked", "reasons"), [c[1:] for c in DECLINED], ids=[c[0] for c in DECLINED]
)
def test_what_does_not_fit_is_declined_with_every_reason(
    asked: Command, reasons: list[tuple[str, str]]
) -> None:
    decision = when(given(OPENED, TEA, TEA_AGAIN), asked)
    assert isinstance(decision, Declined)
    assert [(each.code, each.field) for each in decision.refusals] == reasons


def test_what_was_seen_a_little_ahead_is_taken() -> None:
    asked = replace(claim(), observed_at=NOON + SECONDS)
    assert isinstance(when(given(OPENED), asked), Decided)


def test_the_claims_of_an_act_are_decided_in_order_as_if_sent_one_by_one() -> None:
    claims = (
        claim(),
        claim(value="milk"),
        claim("ALICE"),
        claim(value="wine"),
        claim(value="Milk"),
    )
    together = when(given(OPENED), AssertAll(claims=claims))
    assert isinstance(together, Decided)
    alone: list[Event] = []
    for each in claims:
        decision = when(given(OPENED, *alone), each)
        assert isinstance(decision, Decided)
        alone.extend(decision.events)
    assert list(together.events) == alone
    facts = [each.fact for each in together.events if isinstance(each, FactAsserted)]
    assert facts == [2, 3, 2, 5, 3]


def test_a_claim_of_an_act_may_rest_on_one_before_it_and_not_on_one_behind() -> None:
    before = AssertAll(claims=(claim(), claim("Bob", rests_on=[2])))
    assert isinstance(when(given(OPENED), before), Decided)
    behind = AssertAll(claims=(claim("Bob", rests_on=[3]), claim()))
    assert isinstance(when(given(OPENED), behind), Declined)


OPEN = OpenLedger(time_zone="Europe/Vienna", identity=IdentityMode.EXACT, flip_back_hours=0)


def test_a_ledger_is_opened_once_under_the_rules_of_this_program() -> None:
    opened = LedgerOpened(
        time_zone="Europe/Vienna",
        identity=IdentityMode.EXACT,
        identity_version=IDENTITY_VERSION,
        flip_back_hours=0,
    )
    assert when(given(), OPEN) == Decided(events=(opened,))
    assert isinstance(when(given(opened), OPEN), Forestalled)


@pytest.mark.parametrize("asked", [claim(), AssertAll(claims=(claim(),))])
def test_nothing_is_said_in_a_ledger_that_was_not_opened(asked: Command) -> None:
    assert isinstance(when(given(), asked), Forestalled)
    assert isinstance(when(given(OPENED), asked), Decided)


def test_another_programs_events_are_kept_in_order_unless_their_condition_is_met() -> None:
    contents = tuple(ForeignContent(type=name, tags=(), data=b"x") for name in ("a", "b"))
    asked = RecordForeign(contents=contents)
    memory = given(OPENED)
    assert when(memory, asked) == Decided(events=(foreign("a", data=b"x"), foreign("b", data=b"x")))
    memory.conflicts = True
    assert isinstance(when(memory, asked), Forestalled)


def test_a_fact_is_named_by_the_claim_that_opened_it() -> None:
    decision = when(given(OPENED, foreign(), foreign()), claim())
    assert isinstance(decision, Decided)
    assert decision.events == (asserted(4, said(observed_at=NOON + 3 * TICK)),)
