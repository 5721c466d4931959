"""The fold: from a state and an event to the next state; it never decides anything again."""

from dataclasses import replace
from typing import assert_never

from domain.events import FactAsserted, Foreign, LedgerOpened, Recorded, Said
from domain.identity import IdentityMode, identity_key
from domain.keys import LineKey, line_key
from domain.limits import FACT_SOURCES_MAX
from domain.state import Fact, Rules, State
from domain.words import Status


def evolve(state: State, recorded: Recorded) -> State:
    """The state after this event, which is the next one of the state's ledger."""
    match recorded.event:
        case LedgerOpened():
            return replace(_placed(state, recorded), rules=_rules(recorded, recorded.event))
        case FactAsserted():
            return _asserted(state, recorded, recorded.event)
        case Foreign():
            return _placed(state, recorded)
        case _:
            assert_never(recorded.event)


def _placed(state: State, recorded: Recorded) -> State:
    return replace(state, seq=recorded.seq, recorded_at=recorded.recorded_at)


def _rules(recorded: Recorded, event: LedgerOpened) -> Rules:
    return Rules(
        opened=recorded.seq,
        time_zone=event.time_zone,
        identity=event.identity,
        identity_version=event.identity_version,
        flip_back_hours=event.flip_back_hours,
    )


def _asserted(state: State, recorded: Recorded, event: FactAsserted) -> State:
    if event.said is None or state.rules is None:
        return _placed(state, recorded)
    said, mode = event.said, state.rules.identity
    key = line_key(said.subject, said.predicate, said.object, mode=mode)
    before = state.facts.get(key)
    statistics = {**state.statistics, "claims": state.statistics.get("claims", 0) + 1}
    values = state.values
    if before is None:
        after = _opened(recorded, event, said, key)
        values = {**values, key.topic: values.get(key.topic, 0) + 1}
        counted = statistic_of(after.status)
        statistics[counted] = statistics.get(counted, 0) + 1
    else:
        after = _joined(before, recorded, said, mode)
    return replace(
        state,
        seq=recorded.seq,
        recorded_at=recorded.recorded_at,
        facts={**state.facts, key: after},
        values=values,
        statistics=statistics,
        known=state.known | {after.fact},
    )


def statistic_of(status: Status) -> str:
    """The name under which the facts of this status are counted."""
    return f"facts.{status.value}"


def _opened(recorded: Recorded, event: FactAsserted, said: Said, key: LineKey) -> Fact:
    return Fact(
        fact=event.fact,
        status=Status.ACTIVE,
        subject=said.subject,
        predicate=said.predicate,
        object=said.object,
        key=key,
        claims=1,
        sources=(said.source,),
        observed_at=said.observed_at,
        recorded_at=recorded.recorded_at,
        last_seq=recorded.seq,
    )


def _joined(before: Fact, recorded: Recorded, said: Said, mode: IdentityMode) -> Fact:
    return replace(
        before,
        claims=before.claims + 1,
        sources=_with_source(before.sources, said.source, mode),
        observed_at=min(before.observed_at, said.observed_at),
        last_seq=recorded.seq,
    )


def _with_source(sources: tuple[str, ...], source: str, mode: IdentityMode) -> tuple[str, ...]:
    if source in sources or len(sources) == FACT_SOURCES_MAX:
        return sources
    key = identity_key(source, mode=mode)
    if any(identity_key(each, mode=mode) == key for each in sources):
        return sources
    return (*sources, source)
