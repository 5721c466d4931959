"""What is read of many facts at once: timelines, changes, and what waits or is refused."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from pydantic.config import JsonDict

from api.models.duels import AskedShape
from api.models.facts import FACT, FactShape
from api.models.shapes import (
    AS_OF,
    AT,
    AsOf,
    Count,
    Cursor,
    Instant,
    Position,
    Shape,
    Value,
)
from domain.changes import Turn
from domain.payloads import Kind
from domain.words import Status
from domain.worldtime.bounds import Certainty


class IntervalShape(Shape):
    """A stretch of a timeline in which a fact holds; several meet where they are in contest."""

    fact: Position
    subject: str
    predicate: str
    object: Value
    status: Status
    contested: bool
    rivals: list[Position]
    certainty: Certainty
    from_: Annotated[Instant, Field(alias="from")]
    to: Instant | None


class TimelineAnswer(Shape):
    """A page of a timeline, by the start of each interval."""

    example: ClassVar[JsonDict] = {
        "intervals": [
            {
                "fact": 42,
                "subject": "Alice",
                "predicate": "lives_in",
                "object": "Dublin",
                "status": "active",
                "contested": False,
                "rivals": [],
                "certainty": "definite",
                "from": "2024-02-15T00:00:00.000000Z",
                "to": None,
            }
        ],
        "next": None,
        "as_of": {**AS_OF, "valid_at": "any"},
    }

    intervals: list[IntervalShape]
    next: Cursor
    as_of: AsOf


class ChangeShape(Shape):
    """What a command changed of a fact, and the events that caused it.

    `before` is null where the fact was not, `after` where it is no more.
    """

    change: Turn
    fact: Position
    seq: Position
    at: Instant
    events: list[Position]
    before: FactShape | None
    after: FactShape | None


class ChangesAnswer(Shape):
    """A page of what the ledger came to believe otherwise, in order."""

    example: ClassVar[JsonDict] = {
        "changes": [
            {
                "change": "asserted",
                "fact": 42,
                "seq": 43,
                "at": AT,
                "events": [42, 43],
                "before": None,
                "after": {**FACT, "certainty": None},
            }
        ],
        "next": None,
        "as_of": {**AS_OF, "valid_at": "any"},
    }

    changes: list[ChangeShape]
    next: Cursor
    as_of: AsOf


class ConflictShape(Shape):
    """Two facts in contest, the newcomer first, and the decision that left them so."""

    facts: Annotated[list[FactShape], Field(min_length=2, max_length=2)]
    decided: Position


class ConflictsAnswer(Shape):
    """A page of what is in contest."""

    example: ClassVar[JsonDict] = {
        "conflicts": [
            {
                "facts": [
                    {**FACT, "status": "contested", "contested": True},
                    {**FACT, "fact": 31, "object": "Cork", "contested": True},
                ],
                "decided": 43,
            }
        ],
        "next": None,
        "as_of": AS_OF,
    }

    conflicts: list[ConflictShape]
    next: Cursor
    as_of: AsOf


class TombstoneShape(Shape):
    """The standing refusal of a value: how often it was tried, in all and by whom."""

    seq: Position
    fact: Position
    subject: str
    predicate: str
    object: Value
    kind: Kind
    reason: str | None
    by: Annotated[str, Field(description="The token's id.")]
    at: Instant
    tries: Count
    tried_by: dict[str, Count]


class TombstonesAnswer(Shape):
    """A page of what is refused."""

    example: ClassVar[JsonDict] = {
        "tombstones": [
            {
                "seq": 44,
                "fact": 42,
                "subject": "Alice",
                "predicate": "lives_in",
                "object": "Dublin",
                "kind": "false",
                "reason": "it was another Alice",
                "by": "t9c1d2e3f4a5b",
                "at": AT,
                "tries": 2,
                "tried_by": {"t0a1b2c3d4e5f": 2},
            }
        ],
        "next": None,
        "as_of": AS_OF,
    }

    tombstones: list[TombstoneShape]
    next: Cursor
    as_of: AsOf


class ReviewShape(FactShape):
    """What waits for a person: a fact, then `seq` is its id, or what an agent wishes for one.

    `by` and `asked` are null for a fact.
    """

    seq: Position
    kind: Literal["contested", "quarantined", "end", "correct", "invalidate", "report_failure"]
    by: Annotated[str | None, Field(description="The id of the token that wishes it.")]
    at: Instant
    asked: AskedShape | None


class ReviewAnswer(Shape):
    """A page of what waits for a person."""

    example: ClassVar[JsonDict] = {
        "review": [
            {
                **FACT,
                "seq": 44,
                "kind": "end",
                "by": "t9c1d2e3f4a5b",
                "at": AT,
                "asked": {
                    "reason": "she said so",
                    "kind": None,
                    "correction": {
                        "subject": None,
                        "predicate": None,
                        "object": None,
                        "valid_from": None,
                        "valid_to": "2024-05-17",
                    },
                    "signal": None,
                },
            }
        ],
        "next": None,
        "as_of": AS_OF,
    }

    review: list[ReviewShape]
    next: Cursor
    as_of: AsOf
