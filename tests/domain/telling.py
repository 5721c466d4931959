"""Words for tables of decisions: given these events, when this is asked, then these follow."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from domain.chain import place
from domain.commands import AssertFact, Command
from domain.decide import Decision, decide
from domain.events import Event, FactAsserted, Foreign, ForeignContent, LedgerOpened, Quote, Said
from domain.fold import Memory, lines_of, references_of
from domain.identity import IDENTITY_VERSION, IdentityMode
from domain.state import State
from domain.values import Text
from domain.words import Actor, ActorKind, CommandId, LedgerName, Seq, TokenId

LEDGER = LedgerName("main")
NOON = datetime(2024, 2, 15, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
AGENT = Actor(token=TokenId("t1"), name="agent one", kind=ActorKind.AGENT)

OPENED = LedgerOpened(
    time_zone="UTC",
    identity=IdentityMode.FOLDED,
    identity_version=IDENTITY_VERSION,
    flip_back_hours=24,
)
EXACT = replace(OPENED, identity=IdentityMode.EXACT)


def said(
    subject: str = "Alice",
    predicate: str = "likes",
    value: str = "tea",
    *,
    source: str = AGENT.name,
    observed_at: datetime = NOON,
) -> Said:
    """What a claim said, with nothing but what it must have."""
    return Said(
        subject=subject,
        predicate=predicate,
        object=Text(text=value),
        qualifiers=(),
        source=source,
        session=None,
        observed_at=observed_at,
        observed_text=None,
    )


def asserted(fact: int, what: Said | None, *, quotes: Sequence[Quote | None] = ()) -> FactAsserted:
    """A claim that carries the fact of this id."""
    return FactAsserted(fact=Seq(fact), said=what, quotes=tuple(quotes), derived_from=(), warned=())


def foreign(type_name: str = "noted", *tags: str, data: bytes = b"") -> Foreign:
    """Another program's event."""
    return Foreign(content=ForeignContent(type=type_name, tags=tags, data=data))


def claim(
    subject: str = "Alice",
    predicate: str = "likes",
    value: str = "tea",
    *,
    rests_on: Sequence[int] = (),
) -> AssertFact:
    """A claim as it is asked."""
    return AssertFact(
        subject=subject,
        predicate=predicate,
        object=Text(text=value),
        derived_from=tuple(map(Seq, rests_on)),
    )


def given(*events: Event, clock: datetime = NOON) -> Memory:
    """What is known once these events are recorded, one after another, each a command."""
    memory = Memory(ledger=LEDGER)
    for event in events:
        (recorded,) = place(
            [event],
            ledger=LEDGER,
            after=memory.seq,
            recorded_after=memory.recorded_at,
            clock=clock,
            actor=AGENT,
            command=CommandId(f"{memory.seq:032x}"),
        )
        memory.apply(recorded)
    return memory


def cut(memory: Memory, command: Command) -> State:
    """The slice that this command is decided on."""
    mode = IdentityMode.FOLDED if memory.rules is None else memory.rules.identity
    return memory.cut(lines_of(command, mode=mode), references_of(command))


def when(
    memory: Memory, command: Command, *, actor: Actor = AGENT, clock: datetime = NOON
) -> Decision:
    """What is decided of a command."""
    return decide(command, cut(memory, command), actor=actor, clock=clock)
