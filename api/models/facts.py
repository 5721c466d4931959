"""Facts, their versions, and the claims that carry them."""

from typing import Annotated, ClassVar, Final

from pydantic import Field
from pydantic.config import JsonDict

from api.models.duels import DUEL, ActorShape, DecisionShape
from api.models.shapes import (
    AS_OF,
    AT,
    AsOf,
    Count,
    Cursor,
    Decimal,
    Instant,
    Position,
    Shape,
    Value,
)
from domain.words import Status
from domain.worldtime.bounds import Certainty
from domain.worldtime.dates import Precision


class ValidFrom(Shape):
    """Since when a fact holds: it surely does from `latest` on, not before `earliest`."""

    text: str | None
    precision: Precision | None
    earliest: Instant | None
    latest: Instant | None


class ValidTo(Shape):
    """Until when a fact holds; open means until further notice.

    Where another fact is what ends it, `derived_from_fact` names that one.
    """

    text: str | None
    precision: Precision | None
    earliest: Instant | None
    latest: Instant | None
    open: bool
    derived_from_fact: Position | None


class Valid(Shape):
    """When a fact holds in the world."""

    from_: Annotated[ValidFrom, Field(alias="from")]
    to: ValidTo


class RecordedSpan(Shape):
    """Since when and until when the ledger has the fact as it is shown."""

    from_seq: Position
    to_seq: Position | None
    from_: Annotated[Instant, Field(alias="from")]
    to: Instant | None


FACT: Final[JsonDict] = {
    "fact": 42,
    "subject": "Alice",
    "predicate": "lives_in",
    "object": "Dublin",
    "status": "active",
    "contested": False,
    "certainty": "definite",
    "valid": {
        "from": {
            "text": "2024-02-15",
            "precision": "day",
            "earliest": "2024-02-15T00:00:00.000000Z",
            "latest": "2024-02-15T00:00:00.000000Z",
        },
        "to": {
            "text": None,
            "precision": None,
            "earliest": None,
            "latest": None,
            "open": True,
            "derived_from_fact": None,
        },
    },
    "recorded": {"from_seq": 42, "to_seq": None, "from": AT, "to": None},
    "sources": ["crm"],
    "claims": 1,
    "strength": "1.74",
}


class FactShape(Shape):
    """A fact as it stood then.

    `certainty` is how surely it holds at the world time that was asked for, were it visible; null
    where it does not, or any was asked for. `sources` names the first few.
    """

    fact: Position
    subject: str
    predicate: str
    object: Value
    status: Status
    contested: bool
    certainty: Certainty | None
    valid: Valid
    recorded: RecordedSpan
    sources: list[str]
    claims: Count
    strength: Annotated[Decimal | None, Field(description="In bits, before a duel cuts it.")]


class FactAnswer(FactShape):
    """One fact, and what the answer was true of."""

    example: ClassVar[JsonDict] = {**FACT, "as_of": AS_OF}

    as_of: AsOf


class FactsAnswer(Shape):
    """A page of facts, in the order of their ids."""

    example: ClassVar[JsonDict] = {"facts": [FACT], "next": None, "as_of": AS_OF}

    facts: list[FactShape]
    next: Cursor
    as_of: AsOf


class Stretch(Shape):
    """A stretch of world time; null goes on."""

    from_: Annotated[Instant, Field(alias="from")]
    to: Instant | None


class RectangleShape(Shape):
    """What was known of a fact for a while, of a stretch in which it holds as surely throughout.

    `valid` and `certainty` are null where it was known to hold at no instant.
    """

    fact: Position
    subject: str
    predicate: str
    object: Value
    status: Status
    contested: bool
    certainty: Certainty | None
    valid: Stretch | None
    recorded: RecordedSpan


class HistoryAnswer(Shape):
    """A page of a fact's rectangles, by record time and then by world time."""

    example: ClassVar[JsonDict] = {
        "history": [
            {
                "fact": 42,
                "subject": "Alice",
                "predicate": "lives_in",
                "object": "Dublin",
                "status": "active",
                "contested": False,
                "certainty": "definite",
                "valid": {"from": "2024-02-15T00:00:00.000000Z", "to": None},
                "recorded": {"from_seq": 42, "to_seq": None, "from": AT, "to": None},
            }
        ],
        "next": None,
        "as_of": {**AS_OF, "valid_at": "any"},
    }

    history: list[RectangleShape]
    next: Cursor
    as_of: AsOf


class SaidShape(Shape):
    """What a claim said, as it was given; dates are the texts, null where there was none."""

    subject: str
    predicate: str
    object: Value
    qualifiers: dict[str, str]
    source: str
    session: str | None
    valid_from: str | None
    valid_to: str | None
    valid_through: str | None
    observed_at: Instant


class QuoteShape(Shape):
    """A piece of evidence."""

    quote: str | None
    uri: str | None


class ClaimShape(Shape):
    """A claim with its evidence; what was erased of it is null.

    `echo` is whether it repeats what its voice had been shown.
    """

    claim: Position
    recorded_at: Instant
    actor: ActorShape
    said: SaidShape | None
    evidence: list[QuoteShape | None]
    derived_from: list[Position]
    echo: bool


class WhyAnswer(Shape):
    """A fact, the claims that carry it, and every decision about it with its numbers.

    A page has so many of claims and decisions together, in the order of their seqs.
    """

    example: ClassVar[JsonDict] = {
        "fact": FACT,
        "claims": [
            {
                "claim": 42,
                "recorded_at": AT,
                "actor": {"token": "t9c1d2e3f4a5b", "kind": "agent"},
                "said": {
                    "subject": "Alice",
                    "predicate": "lives_in",
                    "object": "Dublin",
                    "qualifiers": {},
                    "source": "crm",
                    "session": None,
                    "valid_from": "2024-02-15",
                    "valid_to": None,
                    "valid_through": None,
                    "observed_at": "2024-03-01T09:00:00.000000Z",
                },
                "evidence": [{"quote": "moved to Dublin", "uri": None}],
                "derived_from": [],
                "echo": False,
            }
        ],
        "decisions": [DUEL],
        "next": None,
        "as_of": AS_OF,
    }

    fact: FactShape
    claims: list[ClaimShape]
    decisions: list[DecisionShape]
    next: Cursor
    as_of: AsOf
