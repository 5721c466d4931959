"""An axis is the same, and the next decision on it too, in whatever order it was put together."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.axes.axis import Axis
from domain.axes.commands import AxisCommand, Invalidate, ReportOutcome, Restore, Retract
from domain.duels.signals import Signal
from domain.payloads import Kind
from domain.predicates import Declaration
from tests.domain.arguing import agent, person, system
from tests.domain.axes.courses import Step, declarations, told, wild
from tests.domain.chronicle import Chronicle


@settings(max_examples=60)
@given(declarations, wild(14), st.randoms(use_true_random=False))
def test_the_order_of_what_is_known_of_an_axis_decides_nothing(
    declaration: Declaration, course: list[Step], order: Random
) -> None:
    ledger = told(declaration, course)
    mixed = shuffled(ledger.axis, order)
    assert mixed == ledger.axis
    assert list(mixed.claims) == list(ledger.axis.claims)
    assert mixed.timeline == ledger.axis.timeline
    for command in following(ledger.axis):
        ahead = ledger.decided(ledger.axis, command, system("s"))
        assert ledger.decided(mixed, command, system("s")) == ahead


def shuffled(axis: Axis, order: Random) -> Axis:
    """The same, put together in another order."""
    return replace(
        axis,
        claims=dict(order.sample(list(axis.claims.items()), len(axis.claims))),
        rulings=tuple(order.sample(axis.rulings, len(axis.rulings))),
        tombstones=tuple(order.sample(axis.tombstones, len(axis.tombstones))),
        retractions=tuple(order.sample(axis.retractions, len(axis.retractions))),
        reports=tuple(order.sample(axis.reports, len(axis.reports))),
        beats=tuple(order.sample(axis.beats, len(axis.beats))),
        waiting=tuple(order.sample(axis.waiting, len(axis.waiting))),
    )


def following(axis: Axis) -> list[AxisCommand]:
    """What may be asked of each fact next."""
    return [
        command
        for seq in axis.claims
        for command in (
            Invalidate(fact=seq, kind=Kind.FALSE, reason=""),
            Restore(fact=seq, reason=""),
            Retract(claims=(seq,), reason=""),
            ReportOutcome(fact=seq, signal=Signal.TEST_PASSED, success=False),
        )
    ]


def test_what_came_first_is_first_however_an_axis_was_put_together() -> None:
    ledger = Chronicle()
    told = [ledger.says(agent(value), value, "2020-01-01") for value in "ABCDEF"]
    for each in told[:2]:
        ledger.reports(each.claim, Signal.TEST_PASSED, system("s"))
    for year in (2021, 2022):
        ledger.says(person("h"), f"{year}", f"{year}-01-01")
    for each in told[2:4]:
        ledger.invalidates(each.claim)
    for each in told[4:]:
        ledger.retracts(each.claim)
    for year in (2021, 2022):
        fact = ledger.axis.timeline.held(ledger.now.replace(year=year))[0].stint.fact
        ledger.asks(Invalidate(fact=fact, kind=Kind.FALSE, reason=""), agent("x"))
    axis = ledger.axis
    kept = (
        axis.rulings,
        axis.tombstones,
        axis.retractions,
        axis.reports,
        axis.beats,
        axis.waiting,
    )
    assert all(len(each) > 1 for each in kept)
    reversed_ = replace(
        axis,
        claims=dict(sorted(axis.claims.items(), reverse=True)),
        rulings=axis.rulings[::-1],
        tombstones=axis.tombstones[::-1],
        retractions=axis.retractions[::-1],
        reports=axis.reports[::-1],
        beats=axis.beats[::-1],
        waiting=axis.waiting[::-1],
    )
    assert reversed_ == axis
    assert list(reversed_.claims) == sorted(axis.claims)
