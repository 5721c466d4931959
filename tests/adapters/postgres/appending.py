"""Well-formed arguments of `ledger.append`, to be spoilt in one place and handed in."""

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement
from domain.chain import SALT_BYTES, Sealed, commitment, leaf_hash, place, seal
from domain.events import Event, FactAsserted, Quote, Said
from domain.values import Text
from domain.words import Actor, ActorKind, CommandId, LedgerName, Seq, Status, TokenId
from domain.worldtime.stated import Open, Stated, Undated

Doc = dict[str, object]

LEDGER = LedgerName("main")

WRITER = Actor(token=TokenId("token"), name="writer", kind=ActorKind.AGENT)


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """Where a chain stands, as `ledger.take` says."""

    seq: Seq
    leaf_hash: bytes
    recorded_at: datetime | None
    clock: datetime


@dataclass(kw_only=True, slots=True)
class Appending:
    """The arguments of one call, which agree with one another until someone changes them."""

    ledger: str | None
    bodies: list[bytes | None] | None
    ats: list[int | None] | None
    ords: list[int | None] | None
    salts: list[bytes | None] | None
    contents: list[bytes | None] | None
    commands: list[str | None] | None
    digests: list[bytes | None] | None

    def edit(self, at: int, change: Callable[[Doc], None]) -> None:
        """Change the document of one body, and let the bodies behind it follow the changed one."""
        bodies = cast("list[bytes]", self.bodies)
        doc: Doc = json.loads(bodies[at])
        change(doc)
        bodies[at] = encoded(doc)
        for behind in range(at + 1, len(bodies)):
            follower: Doc = json.loads(bodies[behind])
            follower["prev"] = leaf_hash(bodies[behind - 1]).hex()
            bodies[behind] = encoded(follower)

    def commit_to(self, at: int, ord_: int, *, salt: bytes, content: bytes) -> None:
        """Replace one part and its commitment alike."""
        index = list(zip(self.ats or (), self.ords or (), strict=True)).index((at + 1, ord_))
        cast("list[bytes]", self.salts)[index] = salt
        cast("list[bytes]", self.contents)[index] = content
        promised = commitment(salt=salt, content=content).hex()

        def change(doc: Doc) -> None:
            cast("list[str]", doc["parts"])[ord_] = promised

        self.edit(at, change)

    def parameters(self) -> dict[str, object]:
        """The parameters of the statement that appends."""
        return {name: getattr(self, name) for name in self.__slots__}


def encoded(doc: Doc) -> bytes:
    """The bytes of a document that need not fit the profile."""
    return json.dumps(doc, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def claim_event(*, fact: int, quotes: int = 1) -> Event:
    """A claim as an event, with this many pieces of evidence."""
    said = Said(
        subject="Alice",
        predicate="likes",
        object=Text(text="tea"),
        qualifiers=(),
        source="writer",
        session=None,
        stated=Stated(start=Undated(said=False), end=Open(said=False)),
        observed_at=datetime.fromisoformat("2024-02-15T00:00:00+00:00"),
        observed_text=None,
    )
    return FactAsserted(
        fact=Seq(fact),
        said=said,
        quotes=tuple(Quote(quote=f"words {number}", uri=None) for number in range(quotes)),
        derived_from=(),
        warned=(),
        joined=(),
        status=Status.ACTIVE,
        confirms=False,
        like=None,
        withheld=False,
        named=True,
        shown_at=None,
    )


def appending(
    standing: Standing, commands: Sequence[Sequence[int]], *, ledger: LedgerName = LEDGER
) -> Appending:
    """What appends these commands: for each, the number of quotes of each of its events."""
    sealed: list[Sealed] = []
    ids = [secrets.token_hex(16) for _ in commands]
    seq, last, prev = standing.seq, standing.recorded_at, standing.leaf_hash
    for id_, events in zip(ids, commands, strict=True):
        recorded = place(
            [claim_event(fact=seq + 1, quotes=quotes) for quotes in events],
            ledger=ledger,
            after=seq,
            recorded_after=last,
            clock=standing.clock,
            actor=WRITER,
            command=CommandId(id_),
        )
        for each in recorded:
            sealed.append(seal(each, prev=prev, salts=_salts()))
            seq, last, prev = each.seq, each.recorded_at, sealed[-1].leaf_hash
    parts = [
        (at, ord_, part)
        for at, each in enumerate(sealed, start=1)
        for ord_, part in enumerate(each.parts)
    ]
    return Appending(
        ledger=ledger,
        bodies=[each.body for each in sealed],
        ats=[at for at, _, _ in parts],
        ords=[ord_ for _, ord_, _ in parts],
        salts=[part.salt for _, _, part in parts],
        contents=[part.content for _, _, part in parts],
        commands=[*ids],
        digests=[None for _ in ids],
    )


def take(
    connection: Connection[TupleRow], *, ledger: LedgerName = LEDGER, scope: str = LEDGER
) -> Standing:
    """Take the head of a chain, in a transaction that is under way."""
    connection.execute(statement("set_scope"), {"ledgers": scope})
    row = connection.execute(statement("take_head"), {"ledger": ledger}).fetchone()
    assert row is not None
    seq, prev, recorded_at, _, clock = row
    return Standing(seq=Seq(seq), leaf_hash=prev, recorded_at=recorded_at, clock=clock)


def append(connection: Connection[TupleRow], given: Appending) -> str | None:
    """Hand the arguments in; returns the SQLSTATE of the refusal, or None where it is appended."""
    try:
        connection.execute(statement("append"), given.parameters())
    except psycopg.Error as error:
        return error.sqlstate or type(error).__name__
    return None


def _salts() -> Iterator[bytes]:
    while True:
        yield secrets.token_bytes(SALT_BYTES)
