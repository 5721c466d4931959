"""Which events decided or told something of which facts, by the ids that they had then."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from domain.events import (
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
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
from domain.words import Seq
from projections.comparison import Comparison
from projections.rows import DecisionRow


def rows(found: Comparison) -> Iterator[DecisionRow]:
    """A row for every fact that an event names, itself or by its claims."""
    for each in found.step.recorded:
        for fact in sorted(set(_named(each, found))):
            yield DecisionRow(fact=fact, seq=each.seq, type=type(each.event).__name__)


def facts_named(recorded: Recorded) -> Iterator[Seq]:
    """The facts, and the parts of facts, that an event itself names; others it names by claims."""
    event = recorded.event
    match event:
        case (
            LedgerOpened() | PredicateDeclared() | Foreign() | ClaimRetracted() | ClaimReinstated()
        ):
            pass
        case FactAsserted():
            yield from () if event.said is None else {event.fact, *event.joined}
        case Refused():
            yield from () if event.fact is None else (event.fact,)
        case DuelResolved():
            yield event.newcomer
            yield from (each.rival for each in event.fights)
        case (
            Invalidated()
            | Restored()
            | FactCorrected()
            | FactEnded()
            | OutcomeReported()
            | ReviewRequested()
            | Reviewed()
        ):
            yield event.fact
        case _:
            assert_never(event)


def _named(recorded: Recorded, found: Comparison) -> Iterator[Seq]:
    event = recorded.event
    match event:
        case Refused():
            tombstone = found.after.tombstone(event.tombstone)
            yield from facts_named(recorded)
            yield from () if tombstone is None else (tombstone.fact,)
        case DuelResolved():
            yield event.newcomer
            yield from _carried((each.rival for each in event.fights), found)
        case ClaimRetracted() | ClaimReinstated():
            yield from _carried(event.claims, found)
        case Reviewed():
            yield event.fact
            yield from _carried((min(each.claims) for each in event.settled), found)
        case _:
            yield from facts_named(recorded)


def _carried(claims: Iterable[Seq], found: Comparison) -> Iterator[Seq]:
    """The facts that these claims carried before the command, and carry after it.

    A rival may be part of a fact, split where the newcomer lies: it is named by its first claim.
    """
    for claim in claims:
        before, after = found.before.fact_of(claim), found.after.fact_of(claim)
        yield from (each for each in (before, after) if each is not None)
