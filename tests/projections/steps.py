"""Steps of the fold, for tables of what each projection makes of them."""

from domain.chain import place
from domain.events import Event
from domain.fold import Memory
from domain.words import CommandId
from projections.step import Step
from tests.domain.telling import AGENT, LEDGER, NOON


def steps(*events: Event) -> list[Step]:
    """The steps of these events, one after another from the beginning."""
    memory = Memory(ledger=LEDGER)
    recorded = place(
        events,
        ledger=LEDGER,
        after=memory.seq,
        recorded_after=None,
        clock=NOON,
        actor=AGENT,
        command=CommandId("c" * 32),
    )
    done: list[Step] = []
    for each in recorded:
        before, after = memory.apply(each)
        done.append(Step(before, each, after))
    return done


def last_step(*events: Event) -> Step:
    """The step of the last of these events."""
    return steps(*events)[-1]
