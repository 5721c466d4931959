"""An axis by its lines: nothing is lost, and what other axes are at hand decides nothing."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import (
    AxisCommand,
    CorrectFact,
    DecideReview,
    MakeClaim,
    Reinstate,
    Retract,
)
from domain.axes.folding import folded
from domain.axes.pieces import joined, parted
from domain.axes.reviewing import waiting
from domain.duels.voices import Voice
from domain.events import FactAsserted, Recorded
from domain.keys import subject_digest
from domain.predicates import Declaration
from domain.words import Seq
from tests.domain.axes.courses import Step, carried_out, declarations, told, wild
from tests.domain.chronicle import FOLDED, REVIEWER, Chronicle
from tests.domain.clocks import instant


@settings(max_examples=150)
@given(declarations, wild(), st.randoms(use_true_random=False))
def test_the_pieces_of_an_axis_are_that_axis_in_any_order(
    declaration: Declaration, course: list[Step], order: Random
) -> None:
    axis = told(declaration, course).axis
    pieces = list(parted(axis).items())
    order.shuffle(pieces)
    again = joined(dict(pieces), declaration=declaration, tombstones=reversed(axis.tombstones))
    assert again == axis
    assert list(again.claims) == list(axis.claims)
    assert again.timeline == axis.timeline
    assert max((piece.known.changed for _, piece in pieces), default=0) == axis.changed


class Narrow(Chronicle):
    """A ledger of several subjects, whose commands are decided on what they touch, too."""

    def asks(self, command: AxisCommand, voice: Voice = REVIEWER) -> list[Recorded] | Declined:
        """Decide a command twice, and keep its events once."""
        whole = self.axis
        part = narrowed(whole, self.touched(command))
        decided = self.decided(part, command, voice)
        found = super().asks(command, voice)
        if isinstance(found, Declined):
            assert found is decided
            return found
        assert tuple(each.event for each in found) == decided
        for each in found:
            part = folded(part, each, mode=FOLDED)
        assert parted(self.axis) == {**parted(whole), **parted(part)}
        return found

    def touched(self, command: AxisCommand) -> set[bytes]:
        """The subjects that a command touches, and those between which claims have moved."""
        claims = self.axis.claims
        moved = {(each.line.subject, each.said_line.subject) for each in claims.values()}
        found = {claims[each].line.subject for each in self.asked_of(command)}
        if isinstance(command, MakeClaim):
            found.add(subject_digest(command.said.subject, mode=FOLDED))
        if isinstance(command, CorrectFact) and command.subject is not None:
            found.add(subject_digest(command.subject, mode=FOLDED))
        linked = {subject for pair in moved if pair[0] != pair[1] for subject in pair}
        return found | (linked if linked & found else set())

    def asked_of(self, command: AxisCommand) -> tuple[Seq, ...]:
        """The claims that a command names."""
        match command:
            case MakeClaim():
                return ()
            case Retract() | Reinstate():
                return command.claims
            case DecideReview():
                wished = {each.item: each.fact for each in waiting(self.axis)}
                return (wished.get(command.item, command.item),)
            case _:
                return (command.fact,)


def narrowed(axis: Axis, subjects: set[bytes]) -> Axis:
    """The axis as it is known where only these subjects are at hand."""
    pieces = {line: each for line, each in parted(axis).items() if line.subject in subjects}
    return joined(pieces, declaration=axis.declaration, tombstones=axis.tombstones)


@settings(max_examples=150)
@given(declarations, wild(size=12))
def test_what_is_decided_of_a_subject_is_decided_of_its_axis_alone(
    declaration: Declaration, course: list[Step]
) -> None:
    ledger = Narrow(declaration=declaration, now=instant("2019-01-01"))
    carried_out(ledger, course, subjects=("Alice", "Bob"))
    assert ledger.replayed() == ledger.axis


@settings(max_examples=100)
@given(declarations, wild(), st.integers(0, 9))
def test_events_can_be_folded_though_a_claim_was_erased(
    declaration: Declaration, course: list[Step], which: int
) -> None:
    recorded = told(declaration, course).recorded
    said = [each.seq for each in recorded if isinstance(each.event, FactAsserted)]
    axis = Axis(declaration=declaration)
    for each in recorded:
        if said and each.seq == said[which % len(said)]:
            assert isinstance(each.event, FactAsserted)
            erased = replace(each, event=replace(each.event, said=None))
            axis = folded(axis, erased, mode=FOLDED)
            assert each.seq not in axis.claims
        else:
            axis = folded(axis, each, mode=FOLDED)
    assert {each for stint in axis.timeline.stints for each in stint.seqs} == set(axis.claims)
    assert {claim.seq for piece in parted(axis).values() for claim in piece.claims} == set(
        axis.claims
    )
