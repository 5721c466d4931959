"""Reporting how a fact turned out: its rivals are weighed again, a settled succession is not."""

from domain.axes.commands import ReportOutcome
from domain.axes.settling import Course
from domain.axes.stints import Stint
from domain.events import OutcomeReported
from domain.words import Status


def report(course: Course, stint: Stint, command: ReportOutcome) -> None:
    """Write an outcome and decide again what it may change."""
    if stint.status is not Status.ACTIVE:
        course.touched |= stint.seqs
    course.write(
        OutcomeReported(
            fact=stint.fact,
            status=stint.status,
            signal=command.signal,
            success=command.success,
            named=command.source is not None,
            source=command.source,
        )
    )
    course.settle()
