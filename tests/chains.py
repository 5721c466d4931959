"""A ledger of fifty events with some of every kind in it, written down as it would be stored."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from hashlib import sha256

from adapters.zones import zone_of
from domain.chain import GENESIS, Sealed, place, seal
from domain.commands import AssertAll, AssertFact, Command, OpenLedger, RecordForeign
from domain.decide import Decided, decide
from domain.events import ForeignContent, Quote
from domain.evolve import evolve
from domain.fold import Memory
from domain.identity import IdentityMode
from domain.merkle import MerkleTree
from domain.values import Boolean, Date, Entity, Number, Text
from domain.verification import StoredEvent, StoredHead, StoredPart
from domain.words import Actor, ActorKind, CommandId, LedgerName, Seq, TokenId

LEDGER = LedgerName("main")
ACTOR = Actor(token=TokenId("t0a1b2c3d4e5"), name="fixer", kind=ActorKind.AGENT)
START = datetime(2026, 3, 1, 9, 0, 0, 1, tzinfo=UTC)

OPENING = OpenLedger(time_zone="Europe/Vienna", identity=IdentityMode.FOLDED, flip_back_hours=24)

_VALUES = (
    Text(text='tea, "green"\n茶'),
    Number(number=Decimal(28000), unit="CNY"),
    Number(number=Decimal("-0.5"), unit=None),
    Date(date=date(2024, 2, 29)),
    Boolean(value=False),
    Entity(name="Acme"),
)


def _claim(number: int) -> AssertFact:
    """The claims repeat themselves and each other's subjects, so that some of them confirm."""
    return AssertFact(
        subject=f"Zoë {number % 5}",
        predicate=("likes", "lives_in", "owes")[number % 3],
        object=_VALUES[number % len(_VALUES)],
        qualifiers=(("where", "東京"),) if number % 4 == 0 else (),
        source=f"source {number % 13}" if number % 2 else None,
        session="s-1" if number % 7 == 0 else None,
        observed_at=START - timedelta(days=number) if number % 3 else None,
        observed_text="yesterday" if number % 3 else None,
        evidence=(Quote(quote="she said so", uri="https://example.org/1"),) * (number % 3),
        derived_from=(Seq(2),) if number % 10 == 9 else (),
    )


def _foreign(number: int) -> ForeignContent:
    return ForeignContent(
        type=f"Noted{number}", tags=(f"note:{number}", "all"), data=bytes(range(9))
    )


COMMANDS: tuple[Command, ...] = (
    *(_claim(number) for number in range(16)),
    *(AssertAll(claims=tuple(_claim(5 * at + n) for n in range(5))) for at in range(4)),
    RecordForeign(contents=(_foreign(1), _foreign(2))),
    *(_claim(number) for number in range(30, 38)),
    RecordForeign(contents=(_foreign(3), _foreign(4), _foreign(5))),
)
"""What comes behind the opening; all of it together is fifty events."""


def sealed_events(commands: Sequence[Command] = (OPENING, *COMMANDS)) -> Iterator[Sealed]:
    """The events that these commands come to, one chain, with salts that are always the same."""
    zone = zone_of(OPENING.time_zone)
    memory, prev, salts = Memory(ledger=LEDGER, complete=True, zone=zone), GENESIS, _salts()
    for number, command in enumerate(commands):
        state = memory.cut(command, ACTOR)
        clock = START + timedelta(seconds=number)
        decided = decide(command, state, actor=ACTOR, may_review=False, clock=clock)
        assert isinstance(decided, Decided), decided
        for recorded in place(
            decided.events,
            ledger=LEDGER,
            after=state.seq,
            recorded_after=state.recorded_at,
            clock=clock,
            actor=ACTOR,
            command=CommandId(f"{number:032x}"),
        ):
            state = evolve(state, recorded)
            sealed = seal(recorded, prev=prev, salts=salts)
            prev = sealed.leaf_hash
            yield sealed
        memory.absorb(state)


def stored_events() -> list[StoredEvent]:
    """The fifty events as a store holds them."""
    prev, stored = GENESIS, list[StoredEvent]()
    for sealed in sealed_events():
        stored.append(stored_event(sealed, prev=prev))
        prev = sealed.leaf_hash
    assert len(stored) == 50
    return stored


def stored_event(sealed: Sealed, *, prev: bytes) -> StoredEvent:
    """An event as a store holds it."""
    return StoredEvent(
        seq=sealed.recorded.seq,
        prev=prev,
        leaf_hash=sealed.leaf_hash,
        recorded_at=sealed.recorded.recorded_at,
        type=type(sealed.recorded.event).__name__,
        body=sealed.body,
        parts=tuple(
            StoredPart(ord=ord_, salt=part.salt, content=part.content)
            for ord_, part in enumerate(sealed.parts)
        ),
    )


def head_of(stored: StoredEvent) -> StoredHead:
    """The head of a chain that ends with this event."""
    return StoredHead(seq=stored.seq, leaf_hash=stored.leaf_hash, recorded_at=stored.recorded_at)


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The Merkle root over these leaf hashes."""
    tree = MerkleTree()
    for leaf in leaves:
        tree.append(leaf)
    return tree.root()


def _salts() -> Iterator[bytes]:
    number = 0
    while True:
        yield sha256(f"salt {number}".encode()).digest()
        number += 1
