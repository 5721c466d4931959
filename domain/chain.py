"""The chain: what is hashed, how events follow one another, and what a part's commitment is.

`leaf_hash` is the leaf hash of RFC 6962, so that one hash serves the chain and the Merkle tree.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from domain import bodies, canonical, reading
from domain.events import CommandFrame, Event, Recorded
from domain.moments import instant_text
from domain.refusals import Refusal
from domain.words import Actor, ActorKind, CommandId, LedgerName, Seq, TokenId

GENESIS: Final = bytes(32)
"""The `prev` of a ledger's first event."""

SALT_BYTES: Final = 32

BODY_VERSION: Final = 1

_PART_PREFIX: Final = b"factledger/part/v1\x00"
_TICK: Final = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """Something said or written, and the salt that keeps its commitment from being guessed."""

    salt: bytes
    content: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Sealed:
    """An event as it is stored: the exact bytes that were hashed, their hash, and the parts."""

    recorded: Recorded
    body: bytes
    leaf_hash: bytes
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """What a writer keeps to prove that an event stands: its ledger, position and leaf hash."""

    ledger: LedgerName
    seq: Seq
    leaf_hash: bytes


def leaf_hash(body: bytes) -> bytes:
    """sha256(0x00 || body), the leaf hash of RFC 6962, section 2.1."""
    return sha256(b"\x00" + body).digest()


def commitment(*, salt: bytes, content: bytes) -> bytes:
    """What a body holds in place of a part: sha256('factledger/part/v1' 00 salt content)."""
    return sha256(_PART_PREFIX + salt + content).digest()


def next_instant(clock: datetime, last: datetime | None) -> datetime:
    """The record time after `last`: the clock's, or a microsecond more where that lies behind."""
    return clock if last is None else max(clock, last + _TICK)


def place(
    events: Sequence[Event],
    *,
    ledger: LedgerName,
    after: Seq,
    recorded_after: datetime | None,
    clock: datetime,
    actor: Actor,
    command: CommandId,
) -> tuple[Recorded, ...]:
    """The events of one command in their places: gapless, rising in time, numbered i of n."""
    placed: list[Recorded] = []
    recorded_at = recorded_after
    for i, event in enumerate(events, start=1):
        recorded_at = next_instant(clock, recorded_at)
        placed.append(
            Recorded(
                ledger=ledger,
                seq=Seq(after + i),
                recorded_at=recorded_at,
                token=actor.token,
                kind=actor.kind,
                command=CommandFrame(id=command, i=i, n=len(events)),
                event=event,
            )
        )
    return tuple(placed)


def seal(recorded: Recorded, *, prev: bytes, salts: Iterator[bytes]) -> Sealed:
    """The bytes of an event that follows `prev`; takes one 32-byte salt per part from `salts`."""
    parts = tuple(
        Part(salt=next(salts), content=canonical.encode(each))
        for each in bodies.parts_of(recorded.event)
        if each is not None
    )
    body = canonical.encode(
        {
            "v": BODY_VERSION,
            "ledger": recorded.ledger,
            "seq": recorded.seq,
            "prev": prev.hex(),
            "recorded_at": instant_text(recorded.recorded_at),
            "type": type(recorded.event).__name__,
            "actor": {"token": recorded.token, "kind": recorded.kind.value},
            "command": {
                "id": recorded.command.id,
                "i": recorded.command.i,
                "n": recorded.command.n,
            },
            "data": bodies.data_of(recorded.event),
            "parts": [commitment(salt=each.salt, content=each.content).hex() for each in parts],
        }
    )
    return Sealed(recorded=recorded, body=body, leaf_hash=leaf_hash(body), parts=parts)


def unseal(body: bytes, contents: Sequence[bytes | None]) -> Recorded | Refusal:
    """The event that was sealed in `body`, with the contents of its parts, None where erased.

    Bytes of any other shape are answered with a refusal whose field is `body`.
    """
    try:
        return _unsealed(reading.as_doc(json.loads(body)), contents)
    except (KeyError, TypeError, ValueError, RecursionError) as fault:
        return Refusal(
            code="malformed",
            field="body",
            detail=f"not an event of version {BODY_VERSION}: {type(fault).__name__}",
        )


def _unsealed(doc: reading.Doc, contents: Sequence[bytes | None]) -> Recorded:
    if reading.whole(doc, "v") != BODY_VERSION:
        raise ValueError("v")
    if len(reading.items(doc, "parts")) != len(contents):
        raise ValueError("parts")
    actor = reading.mapping(doc, "actor")
    command = reading.mapping(doc, "command")
    parts = [None if each is None else reading.as_doc(json.loads(each)) for each in contents]
    return Recorded(
        ledger=LedgerName(reading.text(doc, "ledger")),
        seq=Seq(reading.whole(doc, "seq")),
        recorded_at=reading.instant(doc, "recorded_at"),
        token=TokenId(reading.text(actor, "token")),
        kind=ActorKind(reading.text(actor, "kind")),
        command=CommandFrame(
            id=CommandId(reading.text(command, "id")),
            i=reading.whole(command, "i"),
            n=reading.whole(command, "n"),
        ),
        event=bodies.event_from(
            reading.text(doc, "type"),
            reading.mapping(doc, "data"),
            parts,
            seq=Seq(reading.whole(doc, "seq")),
        ),
    )
