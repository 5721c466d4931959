"""Saying facts: one, or several as one act."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from domain.axes.answers import Declined as DeclinedOnAxis
from domain.axes.asserting import said_before
from domain.axes.axis import Axis
from domain.axes.commands import MakeClaim
from domain.commands import AssertAll, AssertFact
from domain.deciding.dates import stated_of
from domain.deciding.decision import Decided, Decision, Declined, declined, unless_changed
from domain.deciding.fitting import misfits
from domain.deciding.stage import Stage
from domain.events import Event, FactAsserted, Refused, Said, Warned
from domain.keys import LineKey, line_key
from domain.limits import OBSERVED_AHEAD_S_MAX
from domain.refusals import Refusal
from domain.state import State
from domain.wanting import Showing
from domain.worldtime.stated import Stated

_SHOWN_LATELY: Final = timedelta(hours=24)
"""For how long what a token was shown makes its claim of the same an echo."""


def assert_fact(stage: Stage, command: AssertFact) -> Decision:
    """What becomes of one claim."""
    at = stage.at
    seen = command.observed_at or at
    stated = stated_of(command.dates, stage.state.zone, observed_at=seen)
    refusals = tuple(_refusals(stage, command, at))
    if not isinstance(stated, Stated):
        return Declined(refusals=(*refusals, *stated))
    if refusals:
        return Declined(refusals=refusals)
    mode = stage.rules.identity
    line = line_key(command.subject, command.predicate, command.object, mode=mode)
    axis = stage.state.axis_of(line)
    asked = MakeClaim(
        said=_said(stage, command, stated, at),
        quotes=command.evidence,
        derived_from=command.derived_from,
        warned=(Warned.SECOND_VALUE,) if _is_second(stage.state, line) else (),
        named=command.source is not None,
        shown_at=_shown_at(stage, command, _counted_lines(axis, line, stated, seen), at),
    )
    events = stage.ask(axis, asked)
    if isinstance(events, DeclinedOnAxis):
        return declined(events)
    decision = Decided(events=tuple(map(_warned_rightly, events)))
    return unless_changed(decision, axis, command.unchanged_since)


def assert_all(stage: Stage, command: AssertAll) -> Decision:
    """What becomes of several claims, each seeing what those before it did.

    A refused one keeps the others from being written; that it was tried is written all the same,
    whatever else there is to say against the others.
    """
    refusals: list[Refusal] = []
    others: list[Decision] = []
    for number, claim in enumerate(command.claims):
        decision = assert_fact(stage, claim)
        match decision:
            case Decided():
                stage.write(decision.events)
            case Declined():
                refusals.extend(each.under(f"facts[{number}]") for each in decision.refusals)
            case _:
                others.append(decision)
    refused = tuple(each for each in stage.events if isinstance(each, Refused))
    if refused:
        return Decided(events=refused)
    if refusals:
        return Declined(refusals=tuple(refusals))
    return others[0] if others else Decided(events=tuple(stage.events))


def _said(stage: Stage, command: AssertFact, stated: Stated, at: datetime) -> Said:
    return Said(
        subject=command.subject,
        predicate=command.predicate,
        object=command.object,
        qualifiers=command.qualifiers,
        source=command.source or stage.actor.name,
        session=command.session,
        stated=stated,
        observed_at=command.observed_at or at,
        observed_text=command.observed_text,
    )


def _refusals(stage: Stage, command: AssertFact, at: datetime) -> Iterator[Refusal]:
    for number, seq in enumerate(command.derived_from):
        if seq not in stage.state.known:
            yield Refusal(
                code="unknown_fact",
                field=f"derived_from[{number}]",
                detail=f"there is no fact {seq} in this ledger: name facts by the ids of their "
                "answers",
            )
    latest = at + timedelta(seconds=OBSERVED_AHEAD_S_MAX)
    if command.observed_at is not None and command.observed_at > latest:
        yield Refusal(
            code="in_the_future",
            field="observed_at",
            detail="is when the source saw it and can't lie ahead: leave it out to mean now",
        )
    yield from misfits(stage, command.predicate, command.object)


def _is_second(state: State, line: LineKey) -> bool:
    """Whether it would give an undeclared predicate of the subject a second value."""
    return (
        state.values.get(line.topic) == 1
        and state.declarations.get(line.predicate) is None
        and all(each.line != line for each in state.axis_of(line).timeline.visible)
    )


def _warned_rightly(event: Event) -> Event:
    # What was corrected before is said of the value that it was corrected to.
    if isinstance(event, FactAsserted) and event.warned and event.like is not None:
        return replace(event, warned=())
    return event


def _shown_at(
    stage: Stage, command: AssertFact, lines: tuple[LineKey, ...], at: datetime
) -> datetime | None:
    """When any of the lines was shown to the token lately, or in the claim's session whenever."""
    moments: list[datetime | None] = []
    for line in lines:
        shown = stage.state.shown.get(Showing(line, stage.actor.token, command.session))
        if shown is not None:
            lately = shown.to_token is not None and at - shown.to_token <= _SHOWN_LATELY
            moments += [shown.to_token if lately else None, shown.in_session]
    return max((each for each in moments if each is not None), default=None)


def _counted_lines(
    axis: Axis, line: LineKey, stated: Stated, seen: datetime
) -> tuple[LineKey, ...]:
    """The line of what is said, and that of what it counts as where this was corrected before."""
    like = said_before(axis, line, stated, observed_at=seen)
    return (line,) if like is None else (line, like.line)
