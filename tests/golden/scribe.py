"""Who writes a ledger down in memory, always the same: salts, instants and ids have no chance."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from adapters.zones import zone_of
from domain import canonical
from domain.chain import GENESIS, Sealed, commitment, leaf_hash, place, seal, unseal
from domain.commands import Command
from domain.decide import Decided, decide
from domain.events import CommandFrame, FactAsserted, Recorded
from domain.fold import Memory
from domain.keys import line_key
from domain.reading import Doc, as_doc
from domain.values import Text
from domain.wanting import Found, Showing, Shown, Wanted
from domain.words import Actor, ActorKind, CommandId, LedgerName, Seq

START: Final = datetime(2026, 1, 5, 8, 30, 0, 250_000, tzinfo=UTC)
STEP: Final = timedelta(hours=7, minutes=13)
"""From one command to the next: some of them lie within a day of each other, and most do not."""

_TOLD_AT_FIRST: Final = ("fact", "derived_from", "warned")
"""What a claim of the first shape held in the clear."""


def _salts() -> Iterator[bytes]:
    number = 0
    while True:
        yield sha256(f"golden salt {number}".encode()).digest()
        number += 1


@dataclass(kw_only=True)
class Scribe:
    """A ledger under way: what was written so far, and the instant of the next command."""

    ledger: LedgerName
    time_zone: str
    now: datetime = START
    sealed: list[Sealed] = field(default_factory=list[Sealed])

    def __post_init__(self) -> None:
        self._memory = Memory(ledger=self.ledger, complete=True, zone=zone_of(self.time_zone))
        self._salts = _salts()

    @property
    def recorded(self) -> list[Recorded]:
        """The events so far."""
        return [each.recorded for each in self.sealed]

    def does(self, actor: Actor, command: Command) -> Seq:
        """Someone does something, which is decided by the rules of today; returns its first seq."""
        return self._keep([self._sealed(each) for each in self._decided(actor, command)])

    def did_at_first(self, actor: Actor, command: Command) -> Seq:
        """The same as the first release stored it: its claims knew no world time and told less."""
        return self._keep([self._sealed_at_first(each) for each in self._decided(actor, command)])

    def sees(self, actor: Actor, subject: str, predicate: str, value: str) -> None:
        """Someone is shown a value: to say it within a day is an echo."""
        rules = self._memory.rules
        assert rules is not None
        line = line_key(subject, predicate, Text(text=value), mode=rules.identity)
        showing = Showing(line=line, token=actor.token, session=None)
        shown = Shown(to_token=self.now, in_session=None)
        self._memory.learn(Wanted(), Found(shown={showing: shown}))

    def _decided(self, actor: Actor, command: Command) -> tuple[Recorded, ...]:
        state = self._memory.cut(command, actor)
        is_person = actor.kind is ActorKind.HUMAN
        decision = decide(command, state, actor=actor, may_review=is_person, clock=self.now)
        assert isinstance(decision, Decided), (command, decision)
        placed = place(
            decision.events,
            ledger=self.ledger,
            after=state.seq,
            recorded_after=state.recorded_at,
            clock=self.now,
            actor=actor,
            command=CommandId(sha256(f"golden command {state.seq}".encode()).hexdigest()[:32]),
        )
        self.now += STEP
        return placed

    def _sealed(self, recorded: Recorded) -> Sealed:
        prev = self.sealed[-1].leaf_hash if self.sealed else GENESIS
        self.sealed.append(seal(recorded, prev=prev, salts=self._salts))
        return self.sealed[-1]

    def _sealed_at_first(self, recorded: Recorded) -> Sealed:
        today = self._sealed(recorded)
        if isinstance(recorded.event, FactAsserted):
            self.sealed[-1] = _in_first_shape(today)
        return self.sealed[-1]

    def _keep(self, command: list[Sealed]) -> Seq:
        self._memory.apply([each.recorded for each in command])
        return command[0].recorded.seq


def _in_first_shape(today: Sealed) -> Sealed:
    said, *quotes = today.parts
    spoken: Doc = json.loads(said.content)
    del spoken["stated"]
    parts = (replace(said, content=canonical.encode(spoken)), *quotes)
    doc: Doc = json.loads(today.body)
    data = as_doc(doc["data"])
    doc["data"] = {name: data[name] for name in _TOLD_AT_FIRST}
    doc["parts"] = [commitment(salt=each.salt, content=each.content).hex() for each in parts]
    body = canonical.encode(doc)
    recorded = unseal(body, [each.content for each in parts])
    assert isinstance(recorded, Recorded), recorded
    assert recorded.command == CommandFrame(id=recorded.command.id, i=1, n=1)
    return Sealed(recorded=recorded, body=body, leaf_hash=leaf_hash(body), parts=parts)
