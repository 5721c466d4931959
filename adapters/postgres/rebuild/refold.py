"""A build that follows the events: stored commands folded on the slices that its own tables hold.

The slices are those of the write path's decisions, and what each command makes of them is written
as there. What is in memory does not grow with the ledger.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, NamedTuple

from adapters.postgres.events import EventRow, UnreadableEvent, recorded_of
from adapters.postgres.rebuild.recollection import Look, Recollection
from adapters.postgres.rows import Rows, keep
from domain.events import PredicateDeclared, Recorded
from domain.evolve import evolve
from domain.fold import Memory
from domain.needs import Needs
from domain.words import LedgerName, Seq
from projections.registry import project
from projections.rows import Row
from projections.step import Step

DECLARATION_EVENTS: Final = 10_000
"""What a declaration may weigh, in events: every axis of its predicate is made anew."""

PACE_S: Final = 0.001
"""What an event takes, until it is known."""

PACED_EVENTS: Final = 50
"""From so many on, what a chunk took tells of its events, and not of its round trips."""

Command = tuple[Recorded, ...]
"""All events of one command, in order."""

Projected = tuple[str, tuple[object, ...], Row | None]
"""A table, a key in it, and the row under it, if there is one any more."""


class Place(NamedTuple):
    """Where an event lies, and its type."""

    seq: int
    type: str


class UnfoldableError(Exception):
    """An event that can't be read, or that a fold or a projection stumbled over.

    From `first` to `last` where it is not known which event of a command it was.
    """

    def __init__(self, first: Place, last: Place) -> None:
        if first == last:
            super().__init__(f"event {first.seq}, {first.type}")
        else:
            super().__init__(f"one of events {first.seq}, {first.type}, to {last.seq}, {last.type}")


class Folded(NamedTuple):
    """The rows that follow from the commands up to a position, and how many events those were."""

    rows: Rows
    seq: Seq
    events: int


class _Read(NamedTuple):
    command: Command
    weight: int


class Refold:
    """How far a build has come, and what was read ahead of that; for one thread.

    `pace_s` is how many seconds an event takes, as things went lately. Whatever raises leaves it
    beyond use, and the build with it.
    """

    def __init__(self, ledger: LedgerName) -> None:
        self.ledger = ledger
        self.pace_s = PACE_S
        self.at_hand = Recollection(ledger)
        self._ahead = deque[_Read]()

    @property
    def seq(self) -> Seq:
        """The last event that was folded."""
        return self.at_hand.memory.seq

    @property
    def taken(self) -> Seq:
        """The last event that was taken in."""
        return self._ahead[-1].command[-1].seq if self._ahead else self.seq

    @property
    def is_out(self) -> bool:
        """Whether nothing is left of what was read."""
        return not self._ahead

    def fits(self, events: int) -> bool:
        """Whether there is a next command, and it weighs no more than so many events."""
        return bool(self._ahead) and self._ahead[0].weight <= events

    def take(self, stored: Sequence[EventRow]) -> None:
        """Take in whole commands that follow what was taken in before; raises UnfoldableError."""
        command: list[Recorded] = []
        for each in stored:
            command.append(_recorded(each))
            if command[-1].command.i >= command[-1].command.n:
                self._ahead.append(_Read(tuple(command), sum(map(_weight, command))))
                command.clear()
        if command:
            # Its end is missing.
            raise UnfoldableError(_place(command[0]), _place(command[-1]))

    def fold(
        self,
        look: Look,
        *,
        events: int | None = None,
        meanwhile: AbstractContextManager[None] | None = None,
    ) -> Folded:
        """Fold the commands at hand: all, or so many events, and at least one if there is one.

        What has to be looked up for them is looked up first; `meanwhile` is entered behind that.
        Raises UnfoldableError.
        """
        commands = self._next(events)
        begun = self.seq
        self.at_hand.learn(lambda memory: _touched(memory, commands), look)
        with meanwhile or nullcontext():
            rows, folded = self._rows(commands)
        for _ in range(folded):
            self._ahead.popleft()
        return Folded(rows, self.seq, self.seq - begun)

    def shed(self) -> None:
        """Let go of what is held of the tables if it is too much: not while others are held up."""
        self.at_hand.shed()

    def paced(self, events: int, seconds: float) -> None:
        """Take in how long it took to fold so many events and to write what follows from them."""
        if events >= PACED_EVENTS:
            self.pace_s = (self.pace_s + seconds / events) / 2

    def _next(self, events: int | None) -> list[Command]:
        commands: list[Command] = []
        weight = 0
        for each in self._ahead:
            if events is not None and commands and weight + each.weight > events:
                break
            commands.append(each.command)
            weight += each.weight
        return commands

    def _rows(self, commands: Sequence[Command]) -> tuple[Rows, int]:
        """The rows of the first commands, and how many: up to one that touches what is not at hand.

        What a command did may have let that one touch more than could be told before.
        """
        rows: Rows = {}
        at_hand = self.at_hand
        for done, command in enumerate(commands):
            needs = _touched(at_hand.memory, [command])
            if done and at_hand.lacks(needs):
                return rows, done
            keep(rows, self._projected(command, needs), at_hand.since)
        return rows, len(commands)

    def _projected(self, command: Command, needs: Needs) -> list[Projected]:
        """What the command writes, folded as `Memory.apply` does it, but to name what raises."""
        at_hand = self.at_hand
        at = command
        try:
            before = after = at_hand.memory.slice_of(needs)
            for each in command:
                at = (each,)
                after = evolve(after, each)
            at = command
            at_hand.absorb(after)
            return list(project(Step(before, command, after, at_hand.since)))
        except Exception as error:
            raise UnfoldableError(_place(at[0]), _place(at[-1])) from error


def _touched(memory: Memory, commands: Sequence[Command]) -> Needs:
    """What the commands touch, as far as can be told; raises UnfoldableError."""
    try:
        return memory.needs_of(commands)
    except Exception:
        # One after another, to name the one with which it can't be told.
        for number, command in enumerate(commands, start=1):
            try:
                memory.needs_of(commands[:number])
            except Exception as error:
                raise UnfoldableError(_place(command[0]), _place(command[-1])) from error
        raise


def _recorded(stored: EventRow) -> Recorded:
    try:
        return recorded_of(stored)
    except UnreadableEvent as error:
        place = Place(stored.seq, stored.type)
        raise UnfoldableError(place, place) from error


def _place(recorded: Recorded) -> Place:
    return Place(recorded.seq, type(recorded.event).__name__)


def _weight(recorded: Recorded) -> int:
    is_declared = isinstance(recorded.event, PredicateDeclared) and not recorded.event.suggested
    return DECLARATION_EVENTS if is_declared else 1
