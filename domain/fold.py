"""Working memory for the fold: the slices of a ledger that are at hand, cut, evolved and put back.

The write path fills it from the read tables with what its commands touch; verification and the
tests' oracle let it grow from nothing over all events. It decides nothing and asks nobody.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never

from domain.commands import AssertAll, AssertFact, Command, OpenLedger, RecordForeign
from domain.events import FactAsserted, Recorded
from domain.evolve import evolve
from domain.identity import IdentityMode
from domain.keys import LineKey, TopicKey, line_key
from domain.state import Fact, Rules, State
from domain.words import LedgerName, Seq


def claims_of(command: Command) -> tuple[AssertFact, ...]:
    """The claims that a command makes, in order."""
    match command:
        case AssertFact():
            return (command,)
        case AssertAll():
            return command.claims
        case OpenLedger() | RecordForeign():
            return ()
        case _:
            assert_never(command)


def lines_of(command: Command, *, mode: IdentityMode) -> tuple[LineKey, ...]:
    """The lines that a command touches and a decision on it must know."""
    return tuple(
        {
            line_key(claim.subject, claim.predicate, claim.object, mode=mode): None
            for claim in claims_of(command)
        }
    )


def references_of(command: Command) -> tuple[Seq, ...]:
    """The facts that a command refers to and a decision on it must know to exist."""
    return tuple(seq for claim in claims_of(command) for seq in claim.derived_from)


@dataclass(kw_only=True, slots=True)
class Memory:
    """What is known of one ledger at a position; mutable, for one thread."""

    ledger: LedgerName
    seq: Seq = Seq(0)
    recorded_at: datetime | None = None
    rules: Rules | None = None
    facts: dict[LineKey, Fact | None] = field(default_factory=dict[LineKey, Fact | None])
    values: dict[TopicKey, int] = field(default_factory=dict[TopicKey, int])
    statistics: dict[str, int] = field(default_factory=dict[str, int])
    known: set[Seq] = field(default_factory=set[Seq])
    conflicts: bool = False

    def cut(self, lines: Iterable[LineKey], references: Iterable[Seq] = ()) -> State:
        """The slice that covers these lines and references."""
        keys = tuple(lines)
        return State(
            ledger=self.ledger,
            seq=self.seq,
            recorded_at=self.recorded_at,
            rules=self.rules,
            facts={key: self.facts.get(key) for key in keys},
            values={key.topic: self.values.get(key.topic, 0) for key in keys},
            statistics=self.statistics,
            known=frozenset(seq for seq in references if seq in self.known),
            conflicts=self.conflicts,
        )

    def absorb(self, state: State) -> None:
        """Put an evolved slice back."""
        self.seq = state.seq
        self.recorded_at = state.recorded_at
        self.rules = state.rules
        self.facts.update(state.facts)
        self.values.update(state.values)
        self.statistics = dict(state.statistics)
        self.known.update(state.known)

    def apply(self, recorded: Recorded) -> tuple[State, State]:
        """Fold one more event; returns the slices before and after it, for the projections."""
        before = self.cut(self._lines_of(recorded))
        after = evolve(before, recorded)
        self.absorb(after)
        return before, after

    def _lines_of(self, recorded: Recorded) -> tuple[LineKey, ...]:
        event = recorded.event
        if not isinstance(event, FactAsserted) or event.said is None or self.rules is None:
            return ()
        said = event.said
        mode = self.rules.identity
        return (line_key(said.subject, said.predicate, said.object, mode=mode),)
