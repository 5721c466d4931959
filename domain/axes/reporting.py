"""Reporting how a fact turned out: its rivals are weighed again, a settled succession is not."""

from domain.axes.commands import By, ReportOutcome
from domain.axes.events import OutcomeReported
from domain.axes.settling import Course
from domain.axes.stints import Stint
from domain.duels.evidence import Report
from domain.words import Seq, Status


def report(course: Course, stint: Stint, command: ReportOutcome, by: By) -> None:
    """Write an outcome and decide again what it may change."""
    if stint.status is not Status.ACTIVE:
        course.touched |= stint.seqs
    course.write(
        OutcomeReported(
            fact=stint.fact,
            report=Report(
                voice=by.voice,
                by=by.kind,
                signal=command.signal,
                success=command.success,
                seq=Seq(course.seq + 1),
            ),
        )
    )
    course.settle()
