"""Words for tables of decisions: given these events, when this is asked, then these follow."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from domain.chain import place
from domain.commands import AssertFact, Command, Dates
from domain.decide import Decision, decide
from domain.deciding.dates import NOTHING_STATED
from domain.events import Event, FactAsserted, Foreign, ForeignContent, LedgerOpened, Quote, Said
from domain.fold import Memory
from domain.identity import IDENTITY_VERSION, IdentityMode
from domain.values import Text, Value
from domain.words import Actor, ActorKind, CommandId, LedgerName, Seq, Status, TokenId
from domain.worldtime.stated import Stated
from tests.domain.clocks import UTC_ZONE

LEDGER = LedgerName("main")
NOON = datetime(2024, 2, 15, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)
AGENT = Actor(token=TokenId("t1"), name="agent one", kind=ActorKind.AGENT)
OTHER = Actor(token=TokenId("t2"), name="agent two", kind=ActorKind.AGENT)
SYSTEM = Actor(token=TokenId("t3"), name="crm", kind=ActorKind.SYSTEM)
PERSON = Actor(token=TokenId("t4"), name="Rita", kind=ActorKind.HUMAN)

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
    value: str | Value = "tea",
    *,
    source: str = AGENT.name,
    stated: Stated = NOTHING_STATED,
    observed_at: datetime = NOON,
) -> Said:
    """What a claim said, with nothing but what it must have."""
    return Said(
        subject=subject,
        predicate=predicate,
        object=_value(value),
        qualifiers=(),
        source=source,
        session=None,
        stated=stated,
        observed_at=observed_at,
        observed_text=None,
    )


def asserted(
    fact: int,
    what: Said | None,
    *,
    quotes: Sequence[Quote | None] = (),
    joined: Sequence[int] = (),
    status: Status = Status.ACTIVE,
    named: bool = False,
) -> FactAsserted:
    """A claim that carries the fact of this id, joining others or none."""
    return FactAsserted(
        fact=Seq(fact),
        said=what,
        quotes=tuple(quotes),
        derived_from=(),
        warned=(),
        joined=tuple(map(Seq, joined)),
        status=status,
        confirms=bool(joined),
        like=None,
        withheld=False,
        named=named,
        shown_at=None,
    )


def foreign(type_name: str = "noted", *tags: str, data: bytes = b"") -> Foreign:
    """Another program's event."""
    return Foreign(content=ForeignContent(type=type_name, tags=tags, data=data))


def claim(
    subject: str = "Alice",
    predicate: str = "likes",
    value: str | Value = "tea",
    *,
    rests_on: Sequence[int] = (),
    source: str | None = None,
    seen: datetime | None = None,
    since: int | None = None,
    **dates: str,
) -> AssertFact:
    """A claim as it is asked, with dates as they are written."""
    return AssertFact(
        subject=subject,
        predicate=predicate,
        object=_value(value),
        source=source,
        dates=Dates(**dates),
        observed_at=seen,
        derived_from=tuple(map(Seq, rests_on)),
        unchanged_since=None if since is None else Seq(since),
    )


def given(*events: Event, clock: datetime = NOON) -> Memory:
    """What is known once these events are recorded, one after another, each a command."""
    memory = Memory(ledger=LEDGER, complete=True, zone=UTC_ZONE)
    for event in events:
        memory.apply(
            place(
                [event],
                ledger=LEDGER,
                after=memory.seq,
                recorded_after=memory.recorded_at,
                clock=clock,
                actor=AGENT,
                command=CommandId(f"{memory.seq:032x}"),
            )
        )
    return memory


def when(
    memory: Memory,
    command: Command,
    *,
    actor: Actor = AGENT,
    clock: datetime = NOON,
) -> Decision:
    """What is decided of a command; a person may review."""
    return decide(
        command,
        memory.cut(command, actor),
        actor=actor,
        may_review=actor.kind is ActorKind.HUMAN,
        clock=clock,
    )


def _value(value: str | Value) -> Value:
    return Text(text=value) if isinstance(value, str) else value
