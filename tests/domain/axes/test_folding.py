"""What an axis makes of the events of its ledger: who is heard, what counts, and what does not."""

from dataclasses import replace
from datetime import timedelta

import pytest

from domain.axes.axis import Axis
from domain.axes.commands import CorrectFact, MakeClaim, ReportOutcome
from domain.axes.folding import folded
from domain.axes.standing import Claim
from domain.duels.signals import Signal
from domain.events import (
    Event,
    FactAsserted,
    Foreign,
    LedgerOpened,
    PredicateDeclared,
    Quarantined,
    Recorded,
)
from domain.identity import IdentityMode
from domain.keys import refusal_digest, source_digest
from domain.payloads import Kind
from domain.values import Entity, Text
from domain.words import ActorKind, Seq, Status, Verdict
from tests.domain.arguing import agent, person, system
from tests.domain.chronicle import CONSTANT, FOLDED, STATE, UNDECLARED, Chronicle


def said(ledger: Chronicle, claim: Seq) -> FactAsserted:
    event = ledger.events[claim - 1]
    assert isinstance(event, FactAsserted)
    return event


def with_source(ledger: Chronicle, kind: ActorKind, *, named: bool) -> Claim:
    """The claim of this kind of token that names the wiki, or no source."""
    event = said(ledger, ledger.says("a", "X", "2020-01-01").claim)
    assert event.said is not None
    told = replace(event.said, source="The Wiki")
    voice = {"agent": agent("t"), "system": system("t"), "human": person("t")}[kind]
    assert isinstance(ledger.asks(MakeClaim(said=told, named=named), voice), list)
    return ledger.axis.claims[ledger.seq]


@pytest.mark.parametrize(
    ("kind", "named", "heard", "weighs"),
    [
        (ActorKind.AGENT, True, "t:t", ActorKind.AGENT),
        (ActorKind.SYSTEM, False, "t:t", ActorKind.SYSTEM),
        (ActorKind.SYSTEM, True, "s:t:", ActorKind.SYSTEM),
        (ActorKind.HUMAN, False, "t:t", ActorKind.HUMAN),
        (ActorKind.HUMAN, True, "s:t:", ActorKind.SYSTEM),
    ],
)
def test_a_claim_is_heard_in_the_voice_of_its_token_or_of_its_source(
    *, kind: ActorKind, named: bool, heard: str, weighs: ActorKind
) -> None:
    claim = with_source(Chronicle(), kind, named=named)
    key = source_digest("the wiki", mode=FOLDED).hex() if heard.startswith("s:") else ""
    assert (claim.voice.id, claim.voice.kind) == (f"{heard}{key}", weighs)
    assert (claim.token, claim.kind, claim.source) == ("t", kind, "The Wiki")


def test_a_report_is_heard_in_the_voice_of_its_source_and_by_the_kind_of_its_token() -> None:
    ledger = Chronicle()
    fact = ledger.says("a", "X", "2020-01-01").claim
    for source in (None, "The Wiki"):
        told = ReportOutcome(fact=fact, signal=Signal.CITED_BY, success=True, source=source)
        ledger.carries_out(told, person("h"))
    own, named = (report for _, report in ledger.axis.reports)
    assert (own.voice.id, own.voice.kind, own.by) == ("t:h", ActorKind.HUMAN, ActorKind.HUMAN)
    assert named.voice.id == f"s:h:{source_digest('the wiki', mode=FOLDED).hex()}"
    assert (named.voice.kind, named.by) == (ActorKind.SYSTEM, ActorKind.HUMAN)


def test_what_is_hidden_by_a_decision_is_told_as_quarantined() -> None:
    ledger = Chronicle()
    ledger.says(person("h"), "X", "2020-01-01")
    assert ledger.says("a", "Y", "2021-01-01").verdict is Verdict.QUARANTINED
    assert isinstance(ledger.events[-1], Quarantined)
    assert ledger.says(person("i"), "Z", "2022-01-01").verdict is Verdict.SUPERSEDES
    decided = [type(each).__name__ for each in ledger.events[-2:]]
    assert decided == ["FactAsserted", "DuelResolved"]


NOTHING: list[Event] = [
    LedgerOpened(
        time_zone="Etc/UTC",
        identity=IdentityMode.FOLDED,
        identity_version=1,
        flip_back_hours=24,
    ),
    Foreign(content=None),
    PredicateDeclared(predicate="employer", declaration=CONSTANT, suggested=True),
]


@pytest.mark.parametrize("event", NOTHING, ids=lambda event: type(event).__name__)
def test_what_is_of_no_axis_or_only_suggested_changes_nothing(event: Event) -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2020-01-01")
    told = placed(ledger, event)
    assert folded(ledger.axis, told, mode=FOLDED) == ledger.axis
    declared = PredicateDeclared(predicate="employer", declaration=CONSTANT, suggested=False)
    after = folded(ledger.axis, placed(ledger, declared), mode=FOLDED)
    assert (after.declaration, after.changed) == (CONSTANT, told.seq)


def test_an_erased_claim_is_no_claim() -> None:
    ledger = Chronicle()
    claim = ledger.says("a", "X", "2020-01-01").claim
    erased = placed(ledger, replace(said(ledger, claim), said=None))
    empty = Axis(declaration=STATE)
    assert folded(empty, erased, mode=FOLDED) == empty
    assert folded(empty, ledger.recorded[0], mode=FOLDED).claims.keys() == {claim}


def placed(ledger: Chronicle, event: Event) -> Recorded:
    """The event as the next one of the ledger."""
    return replace(ledger.recorded[-1], seq=Seq(ledger.seq + 1), event=event)


def test_a_correction_keeps_the_words_that_it_leaves_out() -> None:
    ledger = Chronicle(declaration=UNDECLARED)
    claim = ledger.says("a", "Acme", "2020-01-01").claim
    ledger.carries_out(CorrectFact(fact=claim, reason="", subject="Bob"))
    words = ledger.axis.claims[claim].words
    assert (words.subject, words.predicate, words.object) == ("Bob", "employer", Text(text="Acme"))
    ledger.carries_out(CorrectFact(fact=claim, reason="", object=Entity(name="ACME")))
    words = ledger.axis.claims[claim].words
    assert (words.subject, words.object) == ("Bob", Entity(name="ACME"))
    moved = ledger.axis.claims[claim]
    assert (moved.line.object, moved.said.start) == (moved.said_line.object, moved.stated.start)
    assert moved.line.subject != moved.said_line.subject


def test_a_tombstone_tells_whose_it_is_and_who_tried() -> None:
    ledger = Chronicle()
    claim = ledger.says("a", "Acme", "2020-01-01").claim
    ledger.invalidates(claim, kind=Kind.WRONG_ENTITY)
    for voice in ("b", "c", "b"):
        ledger.says(voice, "\N{GREEK CAPITAL LETTER ALPHA}cme", "2021-01-01")
    (tombstone,) = ledger.axis.tombstones
    assert (tombstone.token, tombstone.kind) == ("reviewer", Kind.WRONG_ENTITY)
    assert tombstone.recorded_at == ledger.recorded[1].recorded_at
    assert tombstone.refusals == (
        refusal_digest("alice", "employer", Text(text="acme"), mode=FOLDED),
    )
    assert tombstone.tries == {"b": 2, "c": 1}
    assert ledger.axis.changed == tombstone.seq
    assert ledger.status(claim) is Status.INVALIDATED


def test_a_value_is_beaten_when_the_claim_was_seen_or_else_when_that_was_recorded() -> None:
    by_claim, by_outcome = Chronicle(), Chronicle()
    by_claim.says("a", "X", seen="2024-01-01")
    by_claim.says("b", "Y", seen="2024-01-02")
    (beat,) = by_claim.axis.beats
    assert beat.at == by_claim.axis.claims[Seq(2)].observed_at
    for voice, value in (("a", "X"), ("b", "X"), ("c", "Y")):
        by_outcome.says(voice, value, "2020-01-01" if value == "X" else "2021-01-01")
    by_outcome.now += timedelta(days=1)
    by_outcome.reports(Seq(by_outcome.seq - 1), Signal.TEST_PASSED, system("ci"))
    (beat,) = by_outcome.axis.beats
    assert beat.at == by_outcome.recorded[-1].recorded_at
    assert beat.voices == ("t:a", "t:b")
