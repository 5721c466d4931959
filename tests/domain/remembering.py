"""A ledger in memory with a store beside it, which is asked for what a group of commands wants.

The store keeps what read tables would: claims and what is known by line, and what is visible. What
is served of it never comes from the memory that has seen everything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import repeat

from domain.axes.axis import Axis
from domain.axes.pieces import Piece, joined, parted
from domain.axes.standing import Claim
from domain.axes.tombstones import Tombstone
from domain.chain import GENESIS, SALT_BYTES, place, seal, unseal
from domain.commands import Command
from domain.decide import Decided, Decision, decide
from domain.duels.evidence import Dependant
from domain.duels.voices import Record, VoiceId
from domain.events import Recorded
from domain.evolve import evolve
from domain.fold import Memory
from domain.identity import IdentityMode
from domain.keys import LineKey, source_digest
from domain.predicates import UNDECLARED, Declaration
from domain.refusals import Refusal
from domain.shelf import regrouped
from domain.state import State
from domain.wanting import Found, Scope, Wanted, scopes_of
from domain.words import Actor, ActorKind, CommandId, Seq
from tests.domain.clocks import UTC_ZONE
from tests.domain.telling import LEDGER, NOON

Order = tuple[Command, Actor]

ROUNDS_MAX = 5
"""A fact, the line that a wish would move it to, and what corrections have linked to either."""


@dataclass(kw_only=True)
class Store:
    """What read tables would hold."""

    declarations: dict[bytes, Declaration] = field(default_factory=dict[bytes, Declaration])
    pieces: dict[LineKey, Piece] = field(default_factory=dict[LineKey, Piece])
    tombstones: dict[Seq, Tombstone] = field(default_factory=dict[Seq, Tombstone])
    totals: dict[VoiceId, Record] = field(default_factory=dict[VoiceId, Record])
    visible: set[Seq] = field(default_factory=set[Seq])
    """The claims that count for a fact which is visible."""

    @property
    def claims(self) -> Iterator[Claim]:
        return (claim for piece in self.pieces.values() for claim in piece.claims)

    def write(self, after: State) -> None:
        """Keep what a command left."""
        self.declarations.update(
            {key: each for key, each in after.declarations.items() if each is not None}
        )
        self.totals.update(after.totals)
        for line in after.places:
            self.pieces.pop(line, None)
        for axis in after.axes:
            self.pieces.update(parted(axis))
            seen = {claim.seq for stint in axis.timeline.visible for claim in stint.counting}
            self.visible = (self.visible - axis.claims.keys()) | seen
            lifted = {
                seq
                for seq, each in self.tombstones.items()
                if each.claims[0] in axis.claims and each not in axis.tombstones
            }
            for seq in lifted:
                del self.tombstones[seq]
            self.tombstones.update({each.seq: each for each in axis.tombstones})

    def look_up(self, wanted: Wanted) -> Found:
        """What there is of what is wanted."""
        scopes = {*wanted.scopes, *(Scope(None, key, None) for key in wanted.predicates)}
        named = [each for each in self.claims if self._is_named(each, wanted)]
        for line in (*wanted.lines, *(each.line for each in named)):
            scopes.update(scopes_of(line, self.declarations.get(line.predicate, UNDECLARED)))
        claims = {
            each.seq: each
            for each in self.claims
            if each in named or _lies_in(each.line, scopes) or _lies_in(each.said_line, scopes)
        }
        refusals = {*wanted.refusals, *(each.refusal for each in claims.values())}
        voices = {*wanted.voices, *(each.voice.id for each in claims.values())}
        topics = {topic: self._values(topic, wanted.values_max) for topic in wanted.topics}
        return Found(
            declarations=self.declarations,
            covered=frozenset(scopes),
            claims=tuple(claims.values()),
            known={
                line: each.known for line, each in self.pieces.items() if _lies_in(line, scopes)
            },
            tombstones=tuple(
                each for each in self.tombstones.values() if not refusals.isdisjoint(each.refusals)
            ),
            totals={each: self.totals[each] for each in voices if each in self.totals},
            dependants={seq: found for seq in claims if (found := tuple(self._resting(seq)))},
            references=wanted.references & {each.seq for each in self.claims},
            values=topics,
            items={
                each.seq: each.fact
                for piece in self.pieces.values()
                for each in piece.known.waiting
                if each.seq in wanted.items
            },
        )

    def _is_named(self, claim: Claim, wanted: Wanted) -> bool:
        source = source_digest(claim.source, mode=IdentityMode.FOLDED)
        return claim.seq in wanted.claims or source in wanted.sources

    def _values(self, topic: tuple[bytes, bytes], most: int) -> int:
        lines = {
            each.line
            for each in self.claims
            if each.seq in self.visible and each.line.topic == topic
        }
        return min(len(lines), most)

    def _resting(self, base: Seq) -> Iterator[Dependant]:
        for each in sorted(self.claims, key=lambda claim: claim.seq):
            if base in each.derived_from and each.seq in self.visible:
                yield Dependant(voice=each.voice, seq=each.seq)


def _lies_in(line: LineKey, scopes: set[Scope]) -> bool:
    subject, predicate, value = line
    return not scopes.isdisjoint(
        (
            Scope(subject, predicate, value),
            Scope(subject, predicate, None),
            Scope(None, predicate, value),
            Scope(None, predicate, None),
        )
    )


@dataclass(kw_only=True)
class Library:
    """A ledger that remembers everything, its store, and memories that are made for a group."""

    whole: Memory = field(
        default_factory=lambda: Memory(ledger=LEDGER, complete=True, zone=UTC_ZONE)
    )
    store: Store = field(default_factory=Store)
    clock: datetime = NOON
    recorded: list[tuple[Recorded, ...]] = field(default_factory=list[tuple[Recorded, ...]])
    slices: list[tuple[State, State]] = field(default_factory=list[tuple[State, State]])
    """What each command was decided on by who was told, and what that came to."""
    groups: int = 0
    """For how many groups a memory was made."""

    def decide(self, *orders: Order) -> list[tuple[Decision, Decision]]:
        """What is decided of these commands, by who knows everything and by who was told.

        They are one group, which ends before a command that needs what was not loaded for it.
        """
        found: list[tuple[Decision, Decision]] = []
        ahead = list(orders)
        while ahead:
            told = self.told(ahead)
            found.append(self._next(told, ahead.pop(0)))
            while ahead and not told.wants(ahead[:1]):
                found.append(self._next(told, ahead.pop(0)))
        return found

    def tell(self, command: Command, actor: Actor) -> tuple[Recorded, ...]:
        """The events of a command that is decided, and is decided alike by both."""
        events = len(self.recorded)
        ((whole, told),) = self.decide((command, actor))
        assert whole == told
        assert isinstance(whole, Decided), whole
        (written,) = self.recorded[events:]
        return written

    def axes(self) -> list[Axis]:
        """Every axis, put together from what the store holds."""
        found: list[Axis] = []
        for key in {line.predicate for line in self.store.pieces}:
            pieces = {
                line: each for line, each in self.store.pieces.items() if line.predicate == key
            }
            declaration = self.store.declarations.get(key, UNDECLARED)
            whole = joined(pieces, declaration=declaration)
            found.extend(axis for axis, _ in regrouped([whole], pieces, declaration))
        return found

    def told(self, orders: Sequence[Order]) -> Memory:
        """A memory with nothing but what these commands want."""
        whole = self.whole
        self.groups += 1
        memory = Memory(
            ledger=LEDGER,
            zone=UTC_ZONE,
            seq=whole.seq,
            recorded_at=whole.recorded_at,
            rules=whole.rules,
            statistics=dict(whole.statistics),
        )
        for _ in range(ROUNDS_MAX):
            wanted = memory.wants(orders)
            if not wanted:
                return memory
            memory.learn(wanted, self.store.look_up(wanted))
        raise AssertionError(memory.wants(orders))

    def _next(self, told: Memory, order: Order) -> tuple[Decision, Decision]:
        command, actor = order
        self.clock += timedelta(seconds=1)
        state = told.cut(command, actor)
        decisions = (
            self._decided(self.whole.cut(command, actor), order),
            self._decided(state, order),
        )
        if isinstance(decisions[0], Decided):
            written = place(
                decisions[0].events,
                ledger=LEDGER,
                after=self.whole.seq,
                recorded_after=self.whole.recorded_at,
                clock=self.clock,
                actor=actor,
                command=CommandId(f"{self.whole.seq:032x}"),
            )
            after = state
            for each in written:
                assert stored(each) == each
                after = evolve(after, each)
            told.absorb(after)
            self.slices.append((state, after))
            _, whole = self.whole.apply(written)
            assert told.statistics == self.whole.statistics
            self.store.write(whole)
            self.recorded.append(written)
        return decisions

    def _decided(self, state: State, order: Order) -> Decision:
        command, actor = order
        return decide(
            command,
            state,
            actor=actor,
            may_review=actor.kind is ActorKind.HUMAN,
            clock=self.clock,
        )


def stored(recorded: Recorded) -> Recorded | Refusal:
    """An event as it is read back once it is stored."""
    sealed = seal(recorded, prev=GENESIS, salts=repeat(bytes(SALT_BYTES)))
    return unseal(sealed.body, [each.content for each in sealed.parts])
