"""A build that follows the events: stored commands folded on the slices that its own tables hold.

The slices are loaded as for the write path's decisions, and what each command makes of them is
written as there. Only what is touched by the commands at hand is in memory.
"""

import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from psycopg.rows import class_row

from adapters.postgres.events import EventRow, UnreadableEvent, recorded_of
from adapters.postgres.heartbeat import heartbeat
from adapters.postgres.loader import Loaded, ask
from adapters.postgres.lookup import Desk
from adapters.postgres.rebuild.builds import advance
from adapters.postgres.rows import Rows, keep, write_rows
from domain.events import PredicateDeclared, Recorded
from domain.evolve import evolve
from domain.fold import Memory
from domain.needs import Needs
from domain.state import Rules
from domain.words import Seq
from projections.registry import project
from projections.step import Step

CHUNK_EVENTS: Final = 500
CHUNK_BYTES: Final = 4 * 1024 * 1024
"""How much is folded in one transaction; a command is never split, and may be larger."""

DECLARATION_EVENTS: Final = 10_000
"""What a declaration may weigh, in events: every axis of its predicate is made anew."""

PACE_S: Final = 0.001
"""What an event takes, until it is known."""

PACED_EVENTS: Final = 50
"""From so many on, what a chunk took tells of its events, and not of its round trips."""

Command = tuple[Recorded, ...]
"""All events of one command, in order."""


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


class _Read(NamedTuple):
    command: Command
    weight: int


@dataclass(kw_only=True, slots=True)
class Refold:
    """How far a build has come, and what was read ahead of that; for one thread.

    `pace_s` is how many seconds an event takes, as things went lately.
    """

    seq: Seq = Seq(0)
    recorded_at: datetime | None = None
    pace_s: float = PACE_S
    _rules: Rules | None = None
    _ahead: deque[_Read] = field(default_factory=deque[_Read])

    def fits(self, desk: Desk, *, events: int) -> bool:
        """Whether there is a next command, and it weighs no more than so many events."""
        self._read(desk)
        return bool(self._ahead) and self._ahead[0].weight <= events

    def fold(self, desk: Desk, *, events: int | None = None) -> int:
        """Fold the commands that follow: a chunk, or so many events, and at least one command.

        Writes the rows of the build that the desk is about. Returns how many events there were, 0
        where none follow. Raises UnfoldableError, and Conflict where the build is another's by now.
        """
        begun = time.monotonic()
        self._read(desk)
        commands = self._next(events)
        if not commands:
            return 0
        memory = Memory(ledger=desk.ledger, rules=self._rules)
        asked = ask(desk, memory, lambda at_hand: _touched(at_hand, commands))
        loaded = asked.load(self.seq, self.recorded_at)
        with heartbeat(desk.connection, desk.pipeline):
            rows, folded = _folded(loaded, commands)
        write_rows(desk.connection, desk.ledger, _build(desk), rows)
        advance(desk, memory.seq)
        for _ in range(folded):
            self._ahead.popleft()
        done = memory.seq - self.seq
        self.seq, self.recorded_at, self._rules = memory.seq, memory.recorded_at, memory.rules
        if done >= PACED_EVENTS:
            self.pace_s = (self.pace_s + (time.monotonic() - begun) / done) / 2
        return done

    def _next(self, events: int | None) -> list[Command]:
        commands: list[Command] = []
        weight = 0
        for each in self._ahead:
            if events is not None and commands and weight + each.weight > events:
                break
            commands.append(each.command)
            weight += each.weight
        return commands

    def _read(self, desk: Desk) -> None:
        """Read ahead where nothing is left of what was read before."""
        if self._ahead:
            return
        asked = {"after": self.seq, "events": CHUNK_EVENTS, "bytes": CHUNK_BYTES}
        stored = desk.ask("load_chunk", class_row(EventRow), asked)()
        desk.rest()
        command: list[Recorded] = []
        for each in stored:
            command.append(_recorded(each))
            if command[-1].command.i >= command[-1].command.n:
                self._ahead.append(_Read(tuple(command), sum(map(_weight, command))))
                command.clear()
        if command:
            # Its end is missing.
            raise UnfoldableError(_place(command[0]), _place(command[-1]))


def _touched(memory: Memory, commands: Sequence[Command]) -> Needs:
    """What the commands touch, as far as can be told; raises UnfoldableError."""
    try:
        return memory.needs_of(commands)
    except Exception:
        # One after another, to name the one with which it can't be told.
        for number, command in enumerate(commands, start=1):
            with _naming(command):
                memory.needs_of(commands[:number])
        raise


def _folded(loaded: Loaded, commands: Sequence[Command]) -> tuple[Rows, int]:
    """The rows of the first commands, and how many: up to one that touches what is not at hand.

    What a command did may have let that one touch more than could be told before.
    """
    rows: Rows = {}
    for done, command in enumerate(commands):
        needs = _touched(loaded.memory, [command])
        if done and loaded.memory.missing(needs):
            return rows, done
        step = _step(loaded, command, needs)
        with _naming(command):
            projected = list(project(step))
        keep(rows, projected, loaded.since)
    return rows, len(commands)


def _step(loaded: Loaded, command: Command, needs: Needs) -> Step:
    """The step that the command was, as `Memory.apply` goes it, but event by event."""
    with _naming(command):
        before = after = loaded.memory.slice_of(needs)
    for each in command:
        with _naming([each]):
            after = evolve(after, each)
    with _naming(command):
        loaded.memory.absorb(after)
    return Step(before, command, after, loaded.since)


@contextmanager
def _naming(recorded: Sequence[Recorded]) -> Generator[None]:
    """Name these events where they can't be folded."""
    try:
        yield
    except Exception as error:
        raise UnfoldableError(_place(recorded[0]), _place(recorded[-1])) from error


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


def _build(desk: Desk) -> int:
    if desk.build is None:
        raise ValueError("a rebuild writes no rows of the live build")
    return desk.build
