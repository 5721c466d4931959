"""Ledgers, and where they stand."""

from typing import ClassVar

from pydantic.config import JsonDict

from api.models.shapes import (
    AS_OF,
    AT,
    HASH,
    AsOf,
    Count,
    Cursor,
    Hash,
    Instant,
    LedgerName,
    Position,
    Receipt,
    Shape,
)
from domain.words import Status


class LedgerAnswer(Shape):
    """Where a ledger stands, and how many facts there are of each status."""

    example: ClassVar[JsonDict] = {
        "ledger": "acme",
        "seq": 43,
        "leaf_hash": HASH,
        "recorded_at": AT,
        "counts": {**dict.fromkeys(map(str, Status), 0), "active": 17},
        "as_of": AS_OF,
    }

    ledger: LedgerName
    seq: Position
    leaf_hash: Hash
    recorded_at: Instant
    counts: dict[Status, Count]
    as_of: AsOf


class OpenedAnswer(Shape):
    """A ledger just opened."""

    example: ClassVar[JsonDict] = {
        "ledger": "acme",
        "seq": 1,
        "leaf_hash": HASH,
        "receipt": {"ledger": "acme", "seq": 1, "leaf_hash": HASH},
    }

    ledger: LedgerName
    seq: Position
    leaf_hash: Hash
    receipt: Receipt


class LedgerNameShape(Shape):
    """A ledger by its name."""

    ledger: LedgerName


class LedgersAnswer(Shape):
    """A page of the ledgers that the token reaches."""

    example: ClassVar[JsonDict] = {"ledgers": [{"ledger": "acme"}], "next": None, "as_of": None}

    ledgers: list[LedgerNameShape]
    next: Cursor
    as_of: None
