"""What the write path carries: a command with its actor and its id, and what came of it."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from adapters.errors import FactledgerError
from domain.chain import Receipt
from domain.commands import Command
from domain.events import Recorded
from domain.state import Rules
from domain.words import Actor, CommandId, LedgerName, Seq

ID_BYTES: Final = 16


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """A command as it waits to be decided; `digest` is None where nobody else can repeat the id.

    `may_review` is whether its actor may decide what waits for a person.
    """

    command: Command
    actor: Actor
    may_review: bool
    id: CommandId
    digest: bytes | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """An event as it stands in the ledger, and the hash that it is chained by."""

    recorded: Recorded
    leaf_hash: bytes

    @property
    def receipt(self) -> Receipt:
        """What proves later that the event stands."""
        place = self.recorded
        return Receipt(ledger=place.ledger, seq=place.seq, leaf_hash=self.leaf_hash)


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """A command's events, never none; `repeated` where they stood in the ledger before."""

    events: tuple[Kept, ...]
    repeated: bool

    @property
    def recorded(self) -> tuple[Recorded, ...]:
        """The events without their hashes."""
        return tuple(each.recorded for each in self.events)

    @property
    def receipt(self) -> Receipt:
        """The receipt of the last event, which the ones before it are chained to."""
        return self.events[-1].receipt


Outcome = Written | FactledgerError


@dataclass(frozen=True, kw_only=True, slots=True)
class Opening:
    """What never changes about a ledger once it is opened."""

    rules: Rules
    command_key: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """Where a chain stood when its head was taken, and what the database's clock said then."""

    ledger: LedgerName
    seq: Seq
    leaf_hash: bytes
    recorded_at: datetime | None
    build: int
    clock: datetime


def fresh_id() -> CommandId:
    """An id of our own: nobody can guess it, so nobody can repeat the command."""
    return CommandId(secrets.token_hex(ID_BYTES))


def keyed_id(key: bytes, *, actor: Actor, idempotency_key: str) -> CommandId:
    """The id of a command that the caller named, which tells nothing of the name.

    Two tokens that use one name mean two commands: a caller can't learn what another has sent.
    """
    named = f"id\x00{actor.token}\x00{idempotency_key}".encode()
    return CommandId(hmac.new(key, named, sha256).digest()[:ID_BYTES].hex())


def keyed_digest(key: bytes, request: bytes) -> bytes:
    """The keyed hash by which a repeated request is told from another one under the same name."""
    return hmac.new(key, b"request\x00" + request, sha256).digest()
