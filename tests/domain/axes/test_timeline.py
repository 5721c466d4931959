"""What is read off a timeline instead of deriving another is what that would say."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.predicates import Cardinality, Declaration
from domain.words import Seq, Status
from tests.domain.axes.courses import Step, told, wild
from tests.domain.chronicle import CONSTANT, EVENT, STATE, Chronicle

BOTH = replace(STATE, holders=Cardinality.SINGLE)
declarations = st.sampled_from([STATE, STATE, CONSTANT, EVENT, BOTH])


@settings(max_examples=80)
@given(declarations, wild(14))
def test_an_axis_without_a_fact_is_as_if_its_claims_had_never_been_made(
    declaration: Declaration, course: list[Step]
) -> None:
    axis = told(declaration, course).axis
    for stint in axis.timeline.stints:
        claims = {seq: each for seq, each in axis.claims.items() if seq not in stint.seqs}
        left = replace(axis, claims=claims).timeline
        assert shown(axis.beside(stint), stint) == shown(left, stint)


def shown(timeline: Timeline, newcomer: Stint) -> list[object]:
    """What else is shown, and where it ends, whom the newcomer meets and what it is compared to."""
    ends = [timeline.end(each, apart_from=newcomer) for each in timeline.rivals(newcomer)]
    return [
        (each.fact, each.seqs, end)
        for each, end in zip(timeline.rivals(newcomer), ends, strict=True)
    ]


def test_what_was_seen_by_claims_of_another_fact_parts_others_only_while_that_is_there() -> None:
    ledger = Chronicle()
    ledger.says("a", "X", "2011-01-01", seen="2013-01-01")
    ledger.says("b", "Y", seen="2012-01-02")
    ledger.says("c", "X", seen="2013-01-01")
    last = ledger.says("d", "Y", seen="2016-01-01").claim
    claims = {seq: replace(each, status=Status.ACTIVE) for seq, each in ledger.axis.claims.items()}
    axis = replace(ledger.axis, claims=claims, rulings=())
    named = ledger.names
    assert [named[each.line] for each in axis.timeline.stints] == ["X", "Y", "X", "Y"]
    left = axis.beside(axis.timeline.of(last))
    assert [named[each.line] for each in left.stints] == ["X", "Y"]


@settings(max_examples=80)
@given(declarations, wild(14), st.sampled_from([Status.ACTIVE, Status.QUARANTINED]))
def test_the_fact_that_a_claim_would_carry_is_the_one_that_it_then_carries(
    declaration: Declaration, course: list[Step], status: Status
) -> None:
    axis = told(declaration, course).axis
    for known in axis.claims.values():
        claim = replace(known, seq=Seq(10_000), status=status, invalidated=None)
        whole = replace(axis, claims={**axis.claims, claim.seq: claim})
        assert axis.carried_by(claim) == whole.timeline.of(claim.seq)


@settings(max_examples=80)
@given(declarations, wild(14))
def test_a_fact_is_in_contest_with_the_rivals_that_it_was_left_beside(
    declaration: Declaration, course: list[Step]
) -> None:
    timeline = told(declaration, course).axis.timeline
    for stint in timeline.visible:
        beside = [each for each in timeline.rivals(stint) if timeline.are_in_contest(stint, each)]
        assert list(timeline.contests(stint)) == beside


def test_what_is_hidden_leaves_the_others_as_they_are_and_what_is_shown_does_not() -> None:
    ledger = Chronicle()
    old = ledger.says("a", "X", "2020-01-01")
    new = ledger.says("b", "Y", "2021-01-01")
    axis = ledger.axis
    incumbent, newcomer = axis.timeline.of(old.claim), axis.timeline.of(new.claim)
    assert axis.timeline.end(incumbent) == newcomer.place
    assert axis.beside(newcomer).end(incumbent, apart_from=newcomer) is None
