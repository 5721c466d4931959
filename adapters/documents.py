"""From answers and views to the JSON documents of all faces: their names and shapes are a contract.

Ids, positions and counts are whole numbers, every other number is a string. Bytes are base64url
with padding where they are content, and hexadecimal where they are hashes. An instant has one
spelling.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Final, TypeVar, cast

from adapters.postgres.events import EventRow
from adapters.postgres.tokens import NewToken, TokenView
from adapters.postgres.views import AsOf, LedgerView, Page
from domain.chain import Receipt
from domain.moments import instant_or_none, instant_text
from domain.words import LedgerName, Status

Document = dict[str, object]

ANY: Final = "any"
"""How a question says that it asks for no world time, and its answer that it was not."""

T = TypeVar("T")


def receipt_document(receipt: Receipt) -> Document:
    """What a writer keeps to prove later that the event stands."""
    return {
        "ledger": receipt.ledger,
        "seq": receipt.seq,
        "leaf_hash": receipt.leaf_hash.hex(),
    }


def event_document(stored: EventRow) -> Document:
    """An event of the log: the exact bytes that were hashed, what they say, and the parts."""
    return {
        "seq": stored.seq,
        "recorded_at": instant_text(stored.recorded_at),
        "type": stored.type,
        "leaf_hash": stored.leaf_hash.hex(),
        "body": _base64(stored.body),
        "doc": cast("object", json.loads(stored.body)),
        "parts": [
            {"ord": ord_, "salt": _base64(salt), "content": _base64(content)}
            for ord_, (salt, content) in enumerate(zip(stored.salts, stored.contents, strict=True))
        ],
    }


def ledger_document(view: LedgerView) -> Document:
    """Where a ledger stands; every status is counted, those of no fact as 0."""
    return {
        "ledger": view.ledger,
        "seq": view.seq,
        "leaf_hash": view.leaf_hash.hex(),
        "recorded_at": instant_text(view.recorded_at),
        "counts": {status.value: view.counts.get(status, 0) for status in Status},
        "as_of": as_of_document(view.as_of),
    }


def opened_document(ledger: LedgerName, receipt: Receipt) -> Document:
    """A ledger just opened."""
    return {
        "ledger": ledger,
        "seq": receipt.seq,
        "leaf_hash": receipt.leaf_hash.hex(),
        "receipt": receipt_document(receipt),
    }


def token_document(view: TokenView) -> Document:
    """A token without its secret; `ledgers` null reaches every ledger."""
    return {
        "id": view.id,
        "name": view.name,
        "kind": view.kind.value,
        "role": view.role.value,
        "ledgers": None if view.ledgers is None else list(view.ledgers),
        "login": view.login,
        "created_at": instant_text(view.created_at),
        "expires_at": instant_or_none(view.expires_at),
        "revoked_at": instant_or_none(view.revoked_at),
    }


def new_token_document(token: NewToken) -> Document:
    """A token just made, with its secret: the only time that it is shown."""
    return {**token_document(token.view), "token": token.secret, "password": token.password}


def page_document(name: str, documents: Sequence[object], page: Page[T]) -> Document:
    """A list under its name, where it goes on, and what it was true of."""
    return {
        name: list(documents),
        "next": page.next,
        "as_of": None if page.as_of is None else as_of_document(page.as_of),
    }


def as_of_document(as_of: AsOf) -> Document:
    """What an answer was true of."""
    return {
        "valid_at": ANY if as_of.valid_at is None else instant_text(as_of.valid_at),
        "known_at": as_of.known_at,
        "seq": as_of.seq,
    }


def _base64(content: bytes | None) -> str | None:
    return None if content is None else urlsafe_b64encode(content).decode("ascii")
