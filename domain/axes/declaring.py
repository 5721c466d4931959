"""Declaring a predicate, late or not: its history is read by the declaration from here on."""

from domain.axes.answers import Declined
from domain.axes.commands import Declare
from domain.axes.events import PredicateDeclared
from domain.axes.settling import Course


def declare(course: Course, command: Declare) -> Declined | None:
    """Read the axis by another declaration, and decide what then holds together."""
    if course.axis.declaration == command.declaration:
        return Declined.ALREADY_SO
    course.write(PredicateDeclared(declaration=command.declaration))
    # What can be ordered is a timeline already; only what can't has to be decided.
    course.moved.clear()
    course.settle()
    return None
