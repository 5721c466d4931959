"""The fold: from a state and an event to the next state; it never decides anything again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, assert_never

from domain.axes.axis import Axis
from domain.axes.folding import folded
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.events import (
    AxisEvent,
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    Event,
    FactAsserted,
    FactCorrected,
    FactEnded,
    Foreign,
    Invalidated,
    LedgerOpened,
    OutcomeReported,
    PredicateDeclared,
    Recorded,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
)
from domain.keys import LineKey, TopicKey, line_key, predicate_digest
from domain.shelf import regrouped
from domain.state import Rules, State, added, observed
from domain.words import Seq, Status

K = TypeVar("K", str, TopicKey)


def evolve(state: State, recorded: Recorded) -> State:
    """The state after this event, which is the next one of the state's ledger.

    The slice covers what the event touches.
    """
    event = recorded.event
    match event:
        case LedgerOpened():
            return _placed(state, recorded)._replace(rules=_rules(recorded, event))
        case PredicateDeclared():
            return _declared(_placed(state, recorded), recorded, event)
        case Foreign():
            return _placed(state, recorded)
        case FactAsserted():
            return _asserted(state, recorded, event)
        case Refused():
            return _refused(_placed(state, recorded), recorded, event)
        case _:
            return _on_axis(state, recorded, event)


def about(event: Event) -> Seq | None:
    """A claim that lies on the axis that the event happens on; None where it names none."""
    match event:
        case DuelResolved():
            return event.newcomer
        case ClaimRetracted() | ClaimReinstated():
            return event.claims[0]
        case Invalidated() | Restored() | FactCorrected() | FactEnded() | OutcomeReported():
            return event.fact
        case ReviewRequested() | Reviewed() | Refused():
            return event.fact
        case LedgerOpened() | PredicateDeclared() | FactAsserted() | Foreign():
            return None
        case _:
            assert_never(event)


def statistic_of(status: Status) -> str:
    """The name under which the facts of this status are counted."""
    return f"facts.{status}"


def _placed(state: State, recorded: Recorded) -> State:
    return state._replace(seq=recorded.seq, recorded_at=recorded.recorded_at)


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
    place = state.places[line_key(said.subject, said.predicate, said.object, mode=mode)]
    before = state.axes[place]
    after = folded(before, recorded, mode=mode)
    statistics = {**state.statistics, "claims": state.statistics.get("claims", 0) + 1}
    return state._replace(
        seq=recorded.seq,
        recorded_at=recorded.recorded_at,
        axes=(*state.axes[:place], after, *state.axes[place + 1 :]),
        holders={**state.holders, recorded.seq: place},
        known=state.known | {recorded.seq},
        totals=_totals(state, [before], [after]),
        dependants=_dependants(state, [before], [after]),
        values=_values(state, [before], [after]),
        statistics=_statistics(statistics, [before], [after]),
    )


def _on_axis(state: State, recorded: Recorded, event: AxisEvent) -> State:
    named = about(event)
    place = None if named is None else state.holders.get(named)
    if place is None or state.rules is None:
        return _placed(state, recorded)
    before = state.axes[place]
    after = folded(before, recorded, mode=state.rules.identity)
    return state._replace(
        seq=recorded.seq,
        recorded_at=recorded.recorded_at,
        axes=(*state.axes[:place], after, *state.axes[place + 1 :]),
        totals=_totals(state, [before], [after]),
        dependants=_dependants(state, [before], [after]),
        values=_values(state, [before], [after]),
        statistics=_statistics(state.statistics, [before], [after]),
    )


def _refused(state: State, recorded: Recorded, event: Refused) -> State:
    """The try is counted wherever the tombstone matters: it is one, on however many axes."""
    if state.rules is None:
        return state
    mode = state.rules.identity
    axes = (
        folded(each, recorded, mode=mode)
        if any(tombstone.seq == event.tombstone for tombstone in each.tombstones)
        else each
        for each in state.axes
    )
    return state._replace(axes=tuple(axes))


def _declared(state: State, recorded: Recorded, event: PredicateDeclared) -> State:
    """The predicate's axes, put together anew."""
    if event.predicate is None or event.suggested or state.rules is None:
        return state
    key = predicate_digest(event.predicate, mode=state.rules.identity)
    old, kept, places = _apart(state, key)
    lines = [line for line in state.places if line.predicate == key]
    new = regrouped(old, lines, event.declaration)
    axes = [*kept, *(axis.declared(event.declaration, recorded.seq) for axis, _ in new)]
    for place, (_, covered) in enumerate(new, start=len(kept)):
        places.update(dict.fromkeys(covered, place))
    declarations = {**state.declarations, key: event.declaration}
    changed = state.with_axes(axes, places)._replace(declarations=declarations)
    return _counted(changed, old, axes[len(kept) :])


def _apart(state: State, key: bytes) -> tuple[list[Axis], list[Axis], dict[LineKey, int]]:
    """The axes of a predicate, the others, and where the lines of these are."""
    of_it = {place for line, place in state.places.items() if line.predicate == key}
    kept = [place for place in range(len(state.axes)) if place not in of_it]
    moved = {place: number for number, place in enumerate(kept)}
    places = {line: moved[place] for line, place in state.places.items() if place in moved}
    return [state.axes[each] for each in sorted(of_it)], [state.axes[each] for each in kept], places


def _counted(state: State, before: Sequence[Axis], after: Sequence[Axis]) -> State:
    """The slice with its counts moved from some axes as they were to the same as they are."""
    return state._replace(
        totals=_totals(state, before, after),
        dependants=_dependants(state, before, after),
        values=_values(state, before, after),
        statistics=_statistics(state.statistics, before, after),
    )


def _statistics(
    counts: Mapping[str, int], before: Sequence[Axis], after: Sequence[Axis]
) -> Mapping[str, int]:
    was = [stint.status for axis in before for stint in axis.timeline.stints]
    now = [stint.status for axis in after for stint in axis.timeline.stints]
    if was == now:
        return counts
    return _moved(counts, map(statistic_of, was), map(statistic_of, now))


def _values(state: State, before: Sequence[Axis], after: Sequence[Axis]) -> Mapping[TopicKey, int]:
    was, now = _visible(before), _visible(after)
    if was == now:
        return state.values
    return _moved(
        state.values, [line.topic for line in was - now], [line.topic for line in now - was]
    )


def _visible(axes: Sequence[Axis]) -> set[LineKey]:
    return {each.line for axis in axes for each in axis.timeline.visible}


def _moved(counts: Mapping[K, int], was: Iterable[K], now: Iterable[K]) -> Mapping[K, int]:
    """The counts, less one for each of the first and with one for each of the others."""
    found = dict(counts)
    for key in now:
        found[key] = found.get(key, 0) + 1
    for key in was:
        found[key] = found.get(key, 0) - 1
    return found


def _totals(
    state: State, before: Sequence[Axis], after: Sequence[Axis]
) -> Mapping[VoiceId, Record]:
    """Outcomes tell about voices, and which ones do changes with who says what."""
    totals = state.totals
    for axis in before:
        totals = added(totals, observed(axis), -1) if axis.reports else totals
    for axis in after:
        totals = added(totals, observed(axis)) if axis.reports else totals
    return totals


def _dependants(
    state: State, before: Sequence[Axis], after: Sequence[Axis]
) -> Mapping[Seq, tuple[Dependant, ...]]:
    """What rests on others comes and goes with what is visible."""
    was, now = _resting(before), _resting(after)
    if was == now:
        return state.dependants
    found = dict(state.dependants)
    for base in {base for base, _ in was ^ now}:
        gone = {each for other, each in was - now if other == base}
        come = {each for other, each in now - was if other == base}
        kept = (each for each in found.get(base, ()) if each not in gone | come)
        found[base] = tuple(sorted((*kept, *come), key=lambda each: each.seq))
    return found


def _resting(axes: Sequence[Axis]) -> set[tuple[Seq, Dependant]]:
    return {
        (base, Dependant(voice=claim.voice, seq=claim.seq))
        for axis in axes
        if any(each.derived_from for each in axis.claims.values())
        for stint in axis.timeline.visible
        for claim in stint.counting
        for base in claim.derived_from
    }
