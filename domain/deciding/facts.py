"""What is asked of one fact, and what a person decides of what waits."""

from typing import assert_never

from domain.axes import commands as asked
from domain.axes.answers import Declined as DeclinedOnAxis
from domain.axes.axis import Axis
from domain.commands import (
    CorrectFact,
    Dates,
    DecideReview,
    EndFact,
    Invalidate,
    OnFact,
    ReportOutcome,
    Restore,
)
from domain.deciding.dates import stated_of
from domain.deciding.decision import (
    NO_DATE,
    NO_SUCH_FACT,
    Decided,
    Decision,
    Declined,
    Unknown,
    declined,
    unless_changed,
)
from domain.deciding.fitting import misfits
from domain.deciding.stage import Stage
from domain.payloads import Resolution
from domain.refusals import Refusal
from domain.worldtime.stated import End, Open, Stated


def on_fact(stage: Stage, command: OnFact) -> Decision:
    """What becomes of what is asked of a fact."""
    axis = stage.state.holding(command.fact)
    if axis is None:
        return NO_SUCH_FACT
    resolved = _resolved(stage, axis, command)
    decision = resolved if isinstance(resolved, Declined) else _carried_out(stage, axis, resolved)
    return unless_changed(decision, axis, command.unchanged_since)


def decide_review(stage: Stage, command: DecideReview) -> Decision:
    """What becomes of a person's decision on a fact that waits, or on a wish."""
    axis = _waiting_on(stage, command)
    if axis is None:
        return Unknown(detail="nothing of this number waits for a person")
    end: End | None = None
    if command.resolution is Resolution.CLOSE:
        if command.valid_to is None:
            return NO_DATE
        found = _end(stage, command.valid_to)
        if isinstance(found, Declined):
            return found
        end = found
    resolved = asked.DecideReview(
        item=command.item, resolution=command.resolution, reason=command.reason, end=end
    )
    return _carried_out(stage, axis, resolved)


def _waiting_on(stage: Stage, command: DecideReview) -> Axis | None:
    axis = stage.state.holding(command.item)
    if axis is not None:
        return axis
    return next(
        (
            each
            for each in stage.state.axes
            if any(request.seq == command.item for request in each.waiting)
        ),
        None,
    )


def _carried_out(stage: Stage, axis: Axis, command: asked.AxisCommand) -> Decision:
    events = stage.ask(axis, command)
    if isinstance(events, DeclinedOnAxis):
        return declined(events)
    return Decided(events=tuple(events))


def _resolved(stage: Stage, axis: Axis, command: OnFact) -> asked.OnFact | asked.Restore | Declined:
    """The command as an axis takes it."""
    match command:
        case Invalidate():
            return asked.Invalidate(fact=command.fact, kind=command.kind, reason=command.reason)
        case Restore():
            return asked.Restore(fact=command.fact, reason=command.reason)
        case EndFact():
            end = _end(stage, command.valid_to)
            if isinstance(end, Declined):
                return end
            # What is stored of a reason is a text: nothing there would mean that it was erased.
            return asked.EndFact(fact=command.fact, end=end, reason=command.reason or "")
        case CorrectFact():
            return _correction(stage, axis, command)
        case ReportOutcome():
            return asked.ReportOutcome(
                fact=command.fact,
                signal=command.signal,
                success=command.success,
                source=command.source,
            )
        case _:
            assert_never(command)


def _end(stage: Stage, valid_to: str) -> End | Declined:
    found = stated_of(Dates(valid_to=valid_to), stage.state.zone, observed_at=stage.at)
    if not isinstance(found, Stated):
        return Declined(refusals=found)
    if isinstance(found.end, Open):
        detail = "an end has a date: to open a fact again, correct it"
        return Declined(refusals=(Refusal(code="no_end", field="valid_to", detail=detail),))
    return found.end


def _correction(stage: Stage, axis: Axis, command: CorrectFact) -> asked.CorrectFact | Declined:
    dates = Dates(valid_from=command.valid_from, valid_to=command.valid_to)
    stated = stated_of(dates, stage.state.zone, observed_at=stage.at)
    refusals = list(() if isinstance(stated, Stated) else stated)
    if command.object is not None:
        predicate = axis.claims[command.fact].words.predicate
        refusals.extend(misfits(stage, predicate, command.object))
    if refusals or not isinstance(stated, Stated):
        return Declined(refusals=tuple(refusals))
    return asked.CorrectFact(
        fact=command.fact,
        reason=command.reason,
        subject=command.subject,
        object=command.object,
        start=None if command.valid_from is None else stated.start,
        end=None if command.valid_to is None else stated.end,
    )
