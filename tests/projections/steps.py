"""Ledgers in memory, and the rows that their commands write, one command after another."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from domain.chain import place
from domain.events import Event, FactAsserted, Foreign, ForeignContent, LedgerOpened, Recorded, Said
from domain.fold import Memory
from domain.identity import IDENTITY_VERSION, IdentityMode
from domain.predicates import Declaration
from domain.values import Text, Value
from domain.words import Actor, ActorKind, CommandId, Seq, Status, TokenId
from domain.worldtime.stated import Open, Stated, Undated
from projections.comparison import Key
from projections.registry import project
from projections.rows import Row
from projections.step import Since, Step, note_since
from tests.domain.chronicle import LEDGER, STATE, UNDECLARED, Chronicle
from tests.domain.clocks import instant

OPENER: Final = Actor(token=TokenId("t0"), name="opener", kind=ActorKind.HUMAN)
NOON: Final = instant("2024-02-15T12:00")

OPENED: Final = LedgerOpened(
    time_zone="UTC",
    identity=IdentityMode.FOLDED,
    identity_version=IDENTITY_VERSION,
    flip_back_hours=24,
)
EXACT: Final = replace(OPENED, identity=IdentityMode.EXACT)

Tables = dict[str, dict[Key, Row]]
"""What the tables hold, by their names and keys."""


def opened(declaration: Declaration = STATE) -> Chronicle:
    """A ledger that was opened, with its predicate declared so; what is said first is claim 3."""
    chronicle = Chronicle(declaration=UNDECLARED)
    chronicle.keeps([OPENED], OPENER)
    chronicle.declares(declaration)
    return chronicle


def asserted(
    seq: int,
    value: Value | str = "tea",
    *,
    fact: int | None = None,
    source: str = "opener",
    rests_on: Sequence[int] = (),
) -> FactAsserted:
    """A claim that opens the fact of its own seq, or confirms an earlier one."""
    said = Said(
        subject="Alice",
        predicate="likes",
        object=Text(text=value) if isinstance(value, str) else value,
        qualifiers=(),
        source=source,
        session=None,
        stated=Stated(start=Undated(said=False), end=Open(said=False)),
        observed_at=NOON,
        observed_text=None,
    )
    return FactAsserted(
        fact=Seq(seq if fact is None else fact),
        said=said,
        quotes=(),
        derived_from=tuple(map(Seq, rests_on)),
        warned=(),
        joined=() if fact is None else (Seq(fact),),
        status=Status.ACTIVE,
        confirms=fact is not None,
        like=None,
        withheld=False,
        named=False,
        shown_at=None,
    )


def erased(claim: FactAsserted) -> FactAsserted:
    """The claim, its words gone."""
    return replace(claim, said=None)


def foreign(type_name: str = "noted", *tags: str) -> Foreign:
    """Another program's event."""
    return Foreign(content=ForeignContent(type=type_name, tags=tags, data=b""))


def recorded(*commands: Event | Sequence[Event], actor: Actor = OPENER) -> list[Recorded]:
    """The events of these commands in their places; an event alone is a command of its own."""
    found: list[Recorded] = []
    for command in commands:
        found += place(
            command if isinstance(command, Sequence) else [command],
            ledger=LEDGER,
            after=found[-1].seq if found else Seq(0),
            recorded_after=found[-1].recorded_at if found else None,
            clock=NOON,
            actor=actor,
            command=CommandId(f"{len(found):032x}"),
        )
    return found


def steps(events: Iterable[Recorded]) -> list[Step]:
    """The steps of these events, gathered by command."""
    memory = Memory(ledger=LEDGER, complete=True)
    since: dict[int, Since] = {}
    done: list[Step] = []
    command: list[Recorded] = []
    for each in events:
        command.append(each)
        if each.command.i == each.command.n:
            before, after = memory.apply(command)
            done.append(Step(before, tuple(command), after, dict(since)))
            for table, key, row in project(done[-1]):
                if table == "fact":
                    note_since(since, row, key)
            command = []
    return done


def written(events: Iterable[Recorded], table: str) -> list[Row | Key]:
    """What the last command wrote to a table, or the key of what is there no more."""
    found = project(steps(events)[-1])
    return [key if row is None else row for name, key, row in found if name == table]


def tables(events: Iterable[Recorded]) -> Tables:
    """What the tables hold once these events are recorded."""
    found: Tables = {}
    for step in steps(events):
        for table, key, row in project(step):
            rows = found.setdefault(table, {})
            if row is None:
                del rows[key]
            else:
                rows[key] = row
    return found
