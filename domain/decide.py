"""The decision: from what was asked and what is known to events, or to why there are none.

Pure: no waiting, no clock, no database. What a decision needs is in the `State` it is given.
"""

from datetime import datetime
from typing import assert_never

from domain.commands import (
    AssertAll,
    AssertFact,
    Command,
    CorrectFact,
    DecideReview,
    DeclarePredicate,
    EndFact,
    Invalidate,
    OnClaims,
    OnFact,
    OpenLedger,
    RecordForeign,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.deciding.asserting import assert_all, assert_fact
from domain.deciding.claims import on_claims
from domain.deciding.decision import (
    NOT_OPENED,
    Barred,
    Changed,
    Decided,
    Decision,
    Declined,
    Forestalled,
    Unknown,
)
from domain.deciding.facts import decide_review, on_fact
from domain.deciding.predicates import declare, suggest
from domain.deciding.stage import Stage
from domain.events import Foreign, LedgerOpened
from domain.foreign import content_refusals
from domain.identity import IDENTITY_VERSION
from domain.state import State
from domain.words import Actor

__all__ = [
    "Barred",
    "Changed",
    "Decided",
    "Decision",
    "Declined",
    "Forestalled",
    "Unknown",
    "decide",
]


_Staged = AssertFact | AssertAll | DeclarePredicate | OnFact | OnClaims | DecideReview


def decide(
    command: Command, state: State, *, actor: Actor, may_review: bool, clock: datetime
) -> Decision:
    """What becomes of a command by this actor at this instant, in this state.

    Who may not review suggests where others declare, and takes back only what is their own; what
    else only reviewers may do is for the caller to ask.
    """
    if isinstance(command, OpenLedger):
        return _open(command, state)
    if isinstance(command, RecordForeign):
        return _record(command, state)
    if state.rules is None:
        return NOT_OPENED
    stage = Stage(state=state, rules=state.rules, actor=actor, clock=clock)
    return _on_stage(stage, command, may_review=may_review)


def _on_stage(stage: Stage, command: _Staged, *, may_review: bool) -> Decision:
    match command:
        case AssertFact():
            return assert_fact(stage, command)
        case AssertAll():
            return assert_all(stage, command)
        case DeclarePredicate():
            return declare(stage, command) if may_review else suggest(stage, command)
        case Invalidate() | Restore() | EndFact() | CorrectFact() | ReportOutcome():
            return on_fact(stage, command)
        case RetractClaim() | ReinstateClaim() | RetractSource() | ReinstateSource():
            return on_claims(stage, command, may_review=may_review)
        case DecideReview():
            return decide_review(stage, command)
        case _:
            assert_never(command)


def _open(command: OpenLedger, state: State) -> Decision:
    if state.rules is not None:
        return Forestalled(detail="this ledger exists already")
    opened = LedgerOpened(
        time_zone=command.time_zone,
        identity=command.identity,
        identity_version=IDENTITY_VERSION,
        flip_back_hours=command.flip_back_hours,
    )
    return Decided(events=(opened,))


def _record(command: RecordForeign, state: State) -> Decision:
    refusals = content_refusals(command.contents)
    if refusals:
        return Declined(refusals=refusals)
    if state.conflicts:
        return Forestalled(detail="events match the condition")
    return Decided(events=tuple(Foreign(content=each) for each in command.contents))
