"""The decision: from what was asked and what is known to events, or to why there are none.

Pure: no waiting, no clock, no database. What a decision needs is in the `State` it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, assert_never

from domain.chain import next_instant, place
from domain.commands import AssertAll, AssertFact, Command, OpenLedger, RecordForeign
from domain.events import Event, FactAsserted, Foreign, LedgerOpened, Said, Warned
from domain.evolve import evolve
from domain.foreign import content_refusals
from domain.identity import IDENTITY_VERSION
from domain.keys import line_key
from domain.limits import OBSERVED_AHEAD_S_MAX
from domain.refusals import Refusal
from domain.state import State
from domain.words import Actor, CommandId, Seq

_UNDECIDED: Final = CommandId("")


@dataclass(frozen=True, kw_only=True, slots=True)
class Decided:
    """The command's events, in order; never empty."""

    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Declined:
    """The input does not fit what is known, and nothing is written: each reason names its field."""

    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Forestalled:
    """What is there already forbids the command, and nothing is written."""

    detail: str


Decision = Decided | Declined | Forestalled


def decide(command: Command, state: State, *, actor: Actor, clock: datetime) -> Decision:
    """What becomes of a command by this actor at this instant, in this state."""
    match command:
        case OpenLedger():
            return _open(command, state)
        case AssertFact():
            return _assert(command, state, actor=actor, clock=clock)
        case AssertAll():
            return _assert_all(command, state, actor=actor, clock=clock)
        case RecordForeign():
            return _record(command, state)
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


def _assert(command: AssertFact, state: State, *, actor: Actor, clock: datetime) -> Decision:
    rules = state.rules
    if rules is None:
        return Forestalled(detail="this ledger has not been opened")
    at = next_instant(clock, state.recorded_at)
    refusals = [*_unknown(command.derived_from, state), *_ahead(command.observed_at, at)]
    if refusals:
        return Declined(refusals=tuple(refusals))
    key = line_key(command.subject, command.predicate, command.object, mode=rules.identity)
    fact = state.facts[key]
    opens_second = fact is None and state.values[key.topic] == 1
    said = Said(
        subject=command.subject,
        predicate=command.predicate,
        object=command.object,
        qualifiers=command.qualifiers,
        source=command.source or actor.name,
        session=command.session,
        observed_at=command.observed_at or at,
        observed_text=command.observed_text,
    )
    asserted = FactAsserted(
        fact=Seq(state.seq + 1) if fact is None else fact.fact,
        said=said,
        quotes=command.evidence,
        derived_from=command.derived_from,
        warned=(Warned.SECOND_VALUE,) if opens_second else (),
    )
    return Decided(events=(asserted,))


def _assert_all(command: AssertAll, state: State, *, actor: Actor, clock: datetime) -> Decision:
    events: list[Event] = []
    refusals: list[Refusal] = []
    for number, claim in enumerate(command.claims):
        decision = _assert(claim, state, actor=actor, clock=clock)
        match decision:
            case Decided():
                events.extend(decision.events)
                state = _as_if(decision.events, state, actor=actor, clock=clock)
            case Declined():
                refusals.extend(each.under(f"facts[{number}]") for each in decision.refusals)
            case Forestalled():
                return decision
            case _:
                assert_never(decision)
    return Declined(refusals=tuple(refusals)) if refusals else Decided(events=tuple(events))


def _as_if(events: Sequence[Event], state: State, *, actor: Actor, clock: datetime) -> State:
    """The state in which the next claim of the same act is decided."""
    placed = place(
        events,
        ledger=state.ledger,
        after=state.seq,
        recorded_after=state.recorded_at,
        clock=clock,
        actor=actor,
        command=_UNDECIDED,
    )
    for each in placed:
        state = evolve(state, each)
    return state


def _unknown(derived_from: Sequence[Seq], state: State) -> list[Refusal]:
    return [
        Refusal(
            code="unknown_fact",
            field=f"derived_from[{place}]",
            detail=f"there is no fact {seq} in this ledger: name facts by the ids of their answers",
        )
        for place, seq in enumerate(derived_from)
        if seq not in state.known
    ]


def _ahead(observed_at: datetime | None, now: datetime) -> list[Refusal]:
    if observed_at is None or observed_at <= now + timedelta(seconds=OBSERVED_AHEAD_S_MAX):
        return []
    return [
        Refusal(
            code="in_the_future",
            field="observed_at",
            detail="is when the source saw it and can't lie ahead: leave it out to mean now",
        )
    ]


def _record(command: RecordForeign, state: State) -> Decision:
    refusals = content_refusals(command.contents)
    if refusals:
        return Declined(refusals=refusals)
    if state.conflicts:
        return Forestalled(detail="events match the condition")
    return Decided(events=tuple(Foreign(content=each) for each in command.contents))
