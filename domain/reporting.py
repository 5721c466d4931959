"""Reporting how a fact turned out: its rivals are weighed again, a settled succession is not."""

from domain.axis_commands import By, ReportOutcome
from domain.axis_events import OutcomeReported
from domain.evidence import Report
from domain.settling import Course
from domain.stints import Stint
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
