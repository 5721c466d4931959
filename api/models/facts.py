"""Facts, and the claims that carry them."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, JsonValue
from pydantic.config import JsonDict

from api.models.shapes import AS_OF, AT, AsOf, Count, Cursor, Instant, Position, Shape, Value
from domain.words import ActorKind, Status


class ValidFrom(Shape):
    """Since when a fact holds: it surely does from `latest` on, not before `earliest`."""

    text: str | None
    precision: str
    earliest: Instant | None
    latest: Instant | None


class ValidTo(Shape):
    """Until when a fact holds; open means until further notice."""

    text: str | None
    open: bool
    earliest: Instant | None
    latest: Instant | None
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
            "text": None,
            "precision": "undated",
            "earliest": None,
            "latest": "2024-03-01T09:00:00.000000Z",
        },
        "to": {
            "text": None,
            "open": True,
            "earliest": None,
            "latest": None,
            "derived_from_fact": None,
        },
    },
    "recorded": {"from_seq": 42, "to_seq": None, "from": AT, "to": None},
    "sources": ["crm"],
    "claims": 1,
}


class FactShape(Shape):
    """A fact as it stands; `sources` names the first few."""

    fact: Position
    subject: str
    predicate: str
    object: Value
    status: Status
    contested: bool
    certainty: Literal["definite", "possible"]
    valid: Valid
    recorded: RecordedSpan
    sources: list[str]
    claims: Count


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


class ActorShape(Shape):
    """Who wrote: the token's id and its kind."""

    token: str
    kind: ActorKind


class SaidShape(Shape):
    """What a claim said, as it was given."""

    subject: str
    predicate: str
    object: Value
    qualifiers: dict[str, str]
    source: str
    session: str | None
    observed_at: Instant


class QuoteShape(Shape):
    """A piece of evidence."""

    quote: str | None
    uri: str | None


class ClaimShape(Shape):
    """A claim with its evidence; what was erased of it is null."""

    claim: Position
    recorded_at: Instant
    actor: ActorShape
    said: SaidShape | None
    evidence: list[QuoteShape | None]
    derived_from: list[Position]


class WhyAnswer(Shape):
    """A fact, a page of the claims that carry it, and every decision about it."""

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
                    "observed_at": "2024-03-01T09:00:00.000000Z",
                },
                "evidence": [{"quote": "moved to Dublin", "uri": None}],
                "derived_from": [],
            }
        ],
        "decisions": [],
        "next": None,
        "as_of": AS_OF,
    }

    fact: FactShape
    claims: list[ClaimShape]
    decisions: list[JsonValue]
    next: Cursor
    as_of: AsOf
