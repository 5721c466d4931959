"""A decision under way: the slice as the events so far leave it, and what comes next when."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from domain.axes.answers import Declined
from domain.axes.axis import Axis
from domain.axes.commands import AxisCommand, By
from domain.axes.decide import decide_on_axis
from domain.axes.declaring import settle_declared
from domain.chain import next_instant, place
from domain.events import Event
from domain.evolve import evolve
from domain.predicates import Declaration
from domain.state import Rules, State
from domain.words import Actor, CommandId, Seq

_UNDECIDED: Final = CommandId("")


@dataclass(kw_only=True, slots=True)
class Stage:
    """The slice, the ledger's rules and who asks, and the events so far; for one thread."""

    state: State
    rules: Rules
    actor: Actor
    clock: datetime
    events: list[Event] = field(default_factory=list)

    @property
    def at(self) -> datetime:
        """The record time of the next event."""
        return next_instant(self.clock, self.state.recorded_at)

    @property
    def by(self) -> By:
        """Who asks, for a decision on an axis."""
        return By(token=self.actor.token, kind=self.actor.kind)

    def ask(self, axis: Axis, command: AxisCommand) -> Sequence[Event] | Declined:
        """What becomes of a command on an axis of the slice; nothing is written yet."""
        return decide_on_axis(
            axis,
            command,
            by=self.by,
            after=self.state.seq,
            at=self.at,
            around=self.state.around(axis),
            mode=self.rules.identity,
            ledger=self.state.ledger,
        )

    def settle(self, axis: Axis, declaration: Declaration, *, declared: Seq) -> Sequence[Event]:
        """What is decided on an axis now that its predicate is this, by the event there."""
        return settle_declared(
            axis,
            declaration,
            declared=declared,
            by=self.by,
            after=self.state.seq,
            at=self.at,
            around=self.state.around(axis),
            mode=self.rules.identity,
            ledger=self.state.ledger,
        )

    def write(self, events: Sequence[Event]) -> None:
        """Append events, and let the slice be what they leave."""
        placed = place(
            events,
            ledger=self.state.ledger,
            after=self.state.seq,
            recorded_after=self.state.recorded_at,
            clock=self.clock,
            actor=self.actor,
            command=_UNDECIDED,
        )
        for each in placed:
            self.state = evolve(self.state, each)
        self.events.extend(events)
