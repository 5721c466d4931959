"""Events of the log, with their bytes."""

from typing import ClassVar

from pydantic import JsonValue
from pydantic.config import JsonDict

from api.models.shapes import AS_OF, AT, HASH, AsOf, Base64, Count, Hash, Instant, Position, Shape


class PartShape(Shape):
    """Something said or written, and its salt; null once it was erased."""

    ord: Count
    salt: Base64 | None
    content: Base64 | None


_EVENT: JsonDict = {
    "seq": 1,
    "recorded_at": AT,
    "type": "LedgerOpened",
    "leaf_hash": HASH,
    "body": "eyJhY3RvciI6e319",
    "doc": {"actor": {}},
    "parts": [],
}


class EventShape(Shape):
    """An event of the log: the bytes that were hashed, the same as a document, and the parts."""

    seq: Position
    recorded_at: Instant
    type: str
    leaf_hash: Hash
    body: Base64
    doc: dict[str, JsonValue]
    parts: list[PartShape]


class EventAnswer(EventShape):
    """One event, and what the answer was true of."""

    example: ClassVar[JsonDict] = {**_EVENT, "as_of": AS_OF}

    as_of: AsOf


class EventsAnswer(Shape):
    """Events in order; `next` is what `after` takes to go on, if there are more.

    Where it is null, the log was walked up to `as_of.seq`: `after` takes that for what comes next.
    """

    example: ClassVar[JsonDict] = {"events": [_EVENT], "next": 1, "as_of": AS_OF}

    events: list[EventShape]
    next: Position | None
    as_of: AsOf
