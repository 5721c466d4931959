"""Declaring a predicate, late or not: its history is read by the declaration from here on."""

from datetime import datetime

from domain.axes.axis import Axis
from domain.axes.commands import By
from domain.axes.hearing import Surroundings
from domain.axes.settling import Course
from domain.events import AxisEvent
from domain.identity import IdentityMode
from domain.predicates import Declaration
from domain.words import LedgerName, Seq


def settle_declared(
    axis: Axis,
    declaration: Declaration,
    *,
    declared: Seq,
    by: By,
    after: Seq,
    at: datetime,
    around: Surroundings,
    mode: IdentityMode,
    ledger: LedgerName,
) -> tuple[AxisEvent, ...]:
    """What is decided on an axis once its predicate is this, by the event at `declared`.

    The rest is as for `decide_on_axis`. That event itself is not among these.
    """
    course = Course(
        known=axis.declared(declaration, declared),
        seq=after,
        at=at,
        around=around,
        by=by,
        mode=mode,
        ledger=ledger,
    )
    # What can be ordered is a timeline already; only what can't has to be decided.
    course.settle()
    return tuple(course.events)
