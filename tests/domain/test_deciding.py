"""Given what was told, when this is asked by this one, then these events follow, or this refusal.

Each is decided alike by who remembers everything and by who was told only what the command wants.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from domain.commands import (
    AssertAll,
    CorrectFact,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    OpenLedger,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.decide import Barred, Changed, Decided, Declined, Forestalled, Unknown
from domain.duels.signals import Signal
from domain.events import FactAsserted, FactEnded, PredicateDeclared, Refused
from domain.fold import Memory
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.payloads import Kind, Resolution
from domain.predicates import Cardinality, Declaration
from domain.values import Text
from domain.wanting import Found, Showing, Shown, Wanted
from domain.words import Seq
from domain.worldtime.stated import Ended
from tests.domain.remembering import Library, Order
from tests.domain.telling import AGENT, LEDGER, NOON, OTHER, PERSON, SYSTEM, claim, when

OPENING: Order = (
    OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24),
    PERSON,
)
ONE = Declaration(cardinality=Cardinality.SINGLE)
TEA: Order = (claim(), AGENT)
HERS: Order = (claim(), PERSON)
MILK: Order = (claim(value="milk"), OTHER)
LIKES_ONE: Order = (DeclarePredicate(predicate="likes", declaration=ONE), PERSON)
STRUCK: Order = (Invalidate(fact=Seq(2), kind=Kind.FALSE, reason="wrong"), PERSON)
SINCE_2020: list[Order] = [
    (claim(valid_from="2020"), AGENT),
    (claim(value="milk", valid_from="2020"), OTHER),
]
BOOK: Order = (claim(source="a book"), SYSTEM)


def end(fact: int = 2, valid_to: str = "2023") -> EndFact:
    return EndFact(fact=Seq(fact), valid_to=valid_to, reason="over")


def correct(
    fact: int = 2,
    *,
    value: str | None = None,
    subject: str | None = None,
    valid_from: str | None = None,
    valid_to: str | None = None,
) -> CorrectFact:
    return CorrectFact(
        fact=Seq(fact),
        reason="misread",
        object=None if value is None else Text(text=value),
        subject=subject,
        valid_from=valid_from,
        valid_to=valid_to,
    )


def report(*, success: bool = False) -> ReportOutcome:
    return ReportOutcome(fact=Seq(2), signal=Signal.TEST_PASSED, success=success)


def decide(item: int, resolution: Resolution, valid_to: str | None = None) -> DecideReview:
    return DecideReview(item=Seq(item), resolution=resolution, reason="so", valid_to=valid_to)


def retracted(claim: int = 2) -> RetractClaim:
    return RetractClaim(claim=Seq(claim), reason="deleted")


def reinstated(claim: int = 2) -> ReinstateClaim:
    return ReinstateClaim(claim=Seq(claim), reason="found")


RETRACTED_BOOK = RetractSource(source="A  Book", reason="deleted")
REINSTATED_BOOK = ReinstateSource(source="a book", reason="found")

# What was told before, what is asked by whom, and the types of the events that follow.
DECIDED: list[tuple[str, list[Order], Order, list[str]]] = [
    ("a claim", [], TEA, ["FactAsserted"]),
    ("a rival", [LIKES_ONE, TEA], MILK, ["FactAsserted", "DuelResolved"]),
    ("a weak rival", [LIKES_ONE, HERS], MILK, ["FactAsserted", "Quarantined"]),
    ("what was struck out", [TEA, STRUCK], TEA, ["Refused"]),
    ("a look-alike of it", [TEA, STRUCK], (claim(value="t\u0435a"), AGENT), ["Refused"]),
    ("its neighbour", [TEA, STRUCK], MILK, ["FactAsserted"]),
    (
        "an act, all of it",
        [],
        (AssertAll(claims=(claim(), claim("Bob"))), AGENT),
        ["FactAsserted", "FactAsserted"],
    ),
    (
        "an act with what is refused",
        [TEA, STRUCK],
        (AssertAll(claims=(claim("Bob"), claim(), claim(value="TEA"))), AGENT),
        ["Refused", "Refused"],
    ),
    ("a declaration", [TEA], LIKES_ONE, ["PredicateDeclared"]),
    ("a late one", SINCE_2020, LIKES_ONE, ["PredicateDeclared", "DuelResolved"]),
    ("a late one of what is in order", [TEA, MILK], LIKES_ONE, ["PredicateDeclared"]),
    ("a suggestion", [TEA, MILK], (LIKES_ONE[0], AGENT), ["PredicateDeclared"]),
    ("an invalidation", [TEA], STRUCK, ["Invalidated"]),
    ("an agent's own", [TEA], (STRUCK[0], OTHER), ["Invalidated"]),
    ("an agent's of a person's", [HERS], (STRUCK[0], AGENT), ["ReviewRequested"]),
    (
        "what it leaves behind",
        [*SINCE_2020, LIKES_ONE],
        STRUCK,
        ["Invalidated", "DuelResolved"],
    ),
    (
        "a restoration",
        [TEA, STRUCK],
        (Restore(fact=Seq(2), reason="right"), PERSON),
        ["Restored"],
    ),
    ("an end", [TEA], (end(), AGENT), ["FactEnded"]),
    ("an agent's end of a person's", [HERS], (end(), AGENT), ["ReviewRequested"]),
    ("a correction", [TEA], (correct(value="coffee"), AGENT), ["FactCorrected"]),
    ("of the subject", [TEA], (correct(subject="Bob"), AGENT), ["FactCorrected"]),
    ("of the start", [TEA], (correct(valid_from="2020"), PERSON), ["FactCorrected"]),
    ("that opens", [TEA, (end(), AGENT)], (correct(valid_to=".."), PERSON), ["FactCorrected"]),
    (
        "into a rival",
        [LIKES_ONE, TEA, (claim("Bob"), OTHER)],
        (correct(4, subject="Alice"), PERSON),
        ["FactCorrected"],
    ),
    (
        "into a rival's place",
        [LIKES_ONE, HERS, (claim("Bob", value="milk"), OTHER)],
        (correct(4, subject="Alice"), PERSON),
        ["FactCorrected", "Quarantined"],
    ),
    (
        "into what was struck out",
        [TEA, STRUCK, MILK],
        (correct(4, value="TEA"), PERSON),
        ["Refused"],
    ),
    ("an outcome", [TEA], (report(), SYSTEM), ["OutcomeReported"]),
    ("an agent's success", [HERS], (report(success=True), AGENT), ["OutcomeReported"]),
    ("an agent's failure", [HERS], (report(), AGENT), ["ReviewRequested"]),
    ("a claim taken back", [TEA], (retracted(), PERSON), ["ClaimRetracted"]),
    ("and given back", [TEA, (retracted(), PERSON)], (reinstated(), PERSON), ["ClaimReinstated"]),
    (
        "not past a tombstone",
        [TEA, (claim(), OTHER), (retracted(3), PERSON), STRUCK],
        (reinstated(3), PERSON),
        ["Refused"],
    ),
    (
        "a source, axis by axis",
        [BOOK, (claim("Bob", source="A BOOK"), SYSTEM), TEA],
        (RETRACTED_BOOK, PERSON),
        ["ClaimRetracted", "ClaimRetracted"],
    ),
    (
        "and back",
        [BOOK, (RETRACTED_BOOK, PERSON)],
        (REINSTATED_BOOK, PERSON),
        ["ClaimReinstated"],
    ),
    (
        "a wish that is granted",
        [HERS, (STRUCK[0], AGENT)],
        (decide(3, Resolution.CONFIRM), PERSON),
        ["Reviewed", "Invalidated"],
    ),
    (
        "a wish to correct",
        [HERS, (correct(value="coffee", subject="Bob"), AGENT)],
        (decide(3, Resolution.CONFIRM), PERSON),
        ["Reviewed", "FactCorrected"],
    ),
    (
        "a wish that is not",
        [HERS, (STRUCK[0], AGENT)],
        (decide(3, Resolution.REJECT), PERSON),
        ["Reviewed"],
    ),
]


@pytest.mark.parametrize(
    ("told", "asked", "events"), [c[1:] for c in DECIDED], ids=[c[0] for c in DECIDED]
)
def test_what_is_decided_is_told_in_these_events(
    told: list[Order], asked: Order, events: list[str]
) -> None:
    written = library(told).tell(*asked)
    assert [type(each.event).__name__ for each in written] == events


# What was told before, what is asked by whom, and why nothing is written: the field of an input.
UNDECIDED: list[tuple[str, list[Order], Order, type[object], str | None]] = [
    ("no such fact", [TEA], (end(9), PERSON), Unknown, None),
    ("no such claim", [TEA], (retracted(9), PERSON), Unknown, None),
    ("no such source", [TEA], (RETRACTED_BOOK, PERSON), Unknown, None),
    ("nothing waits there", [TEA], (decide(9, Resolution.CONFIRM), PERSON), Unknown, None),
    ("struck out already", [TEA, STRUCK], STRUCK, Forestalled, None),
    (
        "restored already",
        [TEA],
        (Restore(fact=Seq(2), reason="right"), PERSON),
        Forestalled,
        None,
    ),
    ("correct already", [TEA], (correct(value="tea"), PERSON), Forestalled, None),
    ("taken back already", [TEA, (retracted(), AGENT)], (retracted(), AGENT), Forestalled, None),
    ("counts already", [TEA], (reinstated(), AGENT), Forestalled, None),
    (
        "source taken back",
        [BOOK, (RETRACTED_BOOK, SYSTEM)],
        (RETRACTED_BOOK, SYSTEM),
        Forestalled,
        None,
    ),
    ("another's claim", [TEA], (retracted(), OTHER), Barred, None),
    ("a source of none's own", [BOOK], (RETRACTED_BOOK, AGENT), Barred, None),
    (
        "a source of others too",
        [BOOK, (claim("Bob", source="a book"), AGENT)],
        (RETRACTED_BOOK, SYSTEM),
        Barred,
        None,
    ),
    ("declared so already", [LIKES_ONE], LIKES_ONE, Forestalled, None),
    ("suggested as it is", [LIKES_ONE], (LIKES_ONE[0], AGENT), Forestalled, None),
    ("does not wait", [TEA], (decide(2, Resolution.CONFIRM), PERSON), Forestalled, None),
    (
        "a wish is no fact",
        [HERS, (STRUCK[0], AGENT)],
        (decide(3, Resolution.KEEP_BOTH), PERSON),
        Declined,
        "decision",
    ),
    ("closed without a date", [TEA], (decide(2, Resolution.CLOSE), PERSON), Declined, "valid_to"),
    ("ended without one", [TEA], (end(valid_to=".."), PERSON), Declined, "valid_to"),
    ("no date at all", [TEA], (end(valid_to="soon"), PERSON), Declined, "valid_to"),
    (
        "ends before it starts",
        [(claim(valid_from="2022"), AGENT)],
        (end(valid_to="2021"), PERSON),
        Declined,
        "valid_to",
    ),
    ("no day of any calendar", [], (claim(valid_from="2023-02-29"), AGENT), Declined, "valid_from"),
    (
        "starts as it ends",
        [TEA],
        (correct(valid_from="2022", valid_to="2020"), PERSON),
        Declined,
        "valid_to",
    ),
]


@pytest.mark.parametrize(
    ("told", "asked", "kind", "field"), [c[1:] for c in UNDECIDED], ids=[c[0] for c in UNDECIDED]
)
def test_what_can_not_be_done_says_why(
    told: list[Order], asked: Order, kind: type[object], field: str | None
) -> None:
    ((whole, wanted),) = library(told).decide(asked)
    assert wanted == whole
    assert isinstance(whole, kind), whole
    fields = [each.field for each in whole.refusals] if isinstance(whole, Declined) else []
    assert fields == ([] if field is None else [field])


def library(told: Sequence[Order]) -> Library:
    """A ledger in which these were told, one after another, and all of them were decided."""
    found = Library()
    for command, actor in (OPENING, *told):
        found.tell(command, actor)
    return found


def test_a_claim_is_said_only_if_nothing_has_changed_since_it_was_looked_at() -> None:
    found = library([LIKES_ONE, TEA])
    assert isinstance(when(found.whole, claim(value="milk", since=2)), Changed)
    assert isinstance(when(found.whole, claim(value="milk", since=3)), Decided)
    assert isinstance(when(found.whole, replace(end(3), unchanged_since=Seq(2))), Changed)
    assert isinstance(when(found.whole, replace(end(3), unchanged_since=Seq(3))), Decided)


def test_what_is_said_elsewhere_or_refused_changes_no_axis() -> None:
    found = library([LIKES_ONE, TEA, (claim("Bob"), AGENT)])
    assert isinstance(when(found.whole, claim(value="milk", since=3)), Decided)


def test_an_agents_suggestion_is_kept_and_declares_nothing() -> None:
    found = library([TEA, MILK])
    (suggested,) = found.tell(LIKES_ONE[0], AGENT)
    assert suggested.event == PredicateDeclared(predicate="likes", declaration=ONE, suggested=True)
    (third,) = found.tell(claim(value="wine"), AGENT)
    assert isinstance(third.event, FactAsserted)


# When it was shown to the token and in the session, and whether the claim is an echo by it.
HOUR = timedelta(hours=1)
SHOWN = [
    (Shown(to_token=NOON - HOUR, in_session=None), NOON - HOUR),
    (Shown(to_token=NOON - 25 * HOUR, in_session=None), None),
    (Shown(to_token=None, in_session=NOON - 99 * HOUR), NOON - 99 * HOUR),
    (Shown(to_token=NOON - 2 * HOUR, in_session=NOON - HOUR), NOON - HOUR),
]


@pytest.mark.parametrize(("shown", "quoted"), SHOWN)
def test_what_was_shown_lately_or_in_the_session_is_quoted_by_its_echo(
    shown: Shown, quoted: datetime | None
) -> None:
    memory = library([TEA]).whole
    asked = replace(claim(), session="s-1")
    line = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
    showing = Showing(line, AGENT.token, "s-1")
    memory.learn(Wanted(), Found(shown={showing: shown}))
    decision = when(memory, asked, clock=NOON)
    assert isinstance(decision, Decided)
    (event,) = decision.events
    assert isinstance(event, FactAsserted)
    assert event.shown_at == quoted
    elsewhere = when(memory, claim("Bob"), clock=NOON)
    assert isinstance(elsewhere, Decided)
    assert [each.shown_at for each in elsewhere.events if isinstance(each, FactAsserted)] == [None]


def test_every_try_is_counted_by_who_made_it_under_the_tombstone() -> None:
    found = library([TEA, STRUCK])
    for actor in (AGENT, OTHER, AGENT):
        (written,) = found.tell(claim(), actor)
        assert isinstance(written.event, Refused)
        assert (written.event.tombstone, written.event.struck) == (3, 2)
    (tombstone,) = found.store.tombstones.values()
    assert tombstone.tries == {AGENT.token: 2, OTHER.token: 1}


def test_dates_are_resolved_by_the_zone_of_the_ledger_and_what_is_ended_was_when_written() -> None:
    found = library([TEA])
    (written,) = found.tell(end(valid_to=""), AGENT)
    assert isinstance(written.event, FactEnded)
    assert written.event.correction is not None
    assert written.event.correction.end == Ended(by=written.recorded_at)
    memory = Memory(ledger=LEDGER, complete=True)
    memory.apply(found.recorded[0])
    with pytest.raises(ValueError, match="zone"):
        when(memory, claim(valid_from="2020"))
