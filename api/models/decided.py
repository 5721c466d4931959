"""Bodies of decisions: on facts, claims, sources, predicates and what waits."""

from typing import Annotated, ClassVar

from pydantic import Field
from pydantic.config import JsonDict

from adapters.wire.predicates import TEMPORAL_SINGLE
from api.models.shapes import GivenDate, Shape, Value
from domain import limits
from domain.duels.signals import Signal
from domain.payloads import Kind, Resolution
from domain.predicates import HALF_LIFE_DAYS, Cardinality, Temporal, ValueKind

Reason = Annotated[str, Field(min_length=1, max_length=limits.REASON_CHARS_MAX)]
Source = Annotated[str, Field(min_length=1, max_length=limits.SOURCE_CHARS_MAX)]


class InvalidateBody(Shape):
    """That a fact is struck out, and its value refused from then on."""

    example: ClassVar[JsonDict] = {"reason": "it was another Alice", "kind": "wrong_entity"}

    reason: Reason
    kind: Annotated[Kind | None, Field(description="What is wrong; `false`, if left out.")] = None


class ReasonBody(Shape):
    """Why."""

    example: ClassVar[JsonDict] = {"reason": "a slip"}

    reason: Reason


class EndBody(Shape):
    """Until when a fact held: the world changed."""

    example: ClassVar[JsonDict] = {"valid_to": "2024-05-17", "reason": "she moved"}

    valid_to: GivenDate
    reason: Reason | None = None


class CorrectBody(Shape):
    """What was wrong of a fact, and is so in its place; at least one thing."""

    example: ClassVar[JsonDict] = {"valid_from": "2024-03-01", "reason": "misread the letter"}

    subject: Annotated[str | None, Field(min_length=1, max_length=limits.SUBJECT_CHARS_MAX)] = None
    object: Value | None = None
    valid_from: GivenDate | None = None
    valid_to: GivenDate | None = None
    reason: Reason


class OutcomeBody(Shape):
    """How a fact turned out."""

    example: ClassVar[JsonDict] = {"signal": "test_passed", "success": True}

    signal: Signal
    success: bool
    source: Annotated[
        Source | None, Field(description="Who it is known from; the actor, if left out.")
    ] = None


class SourceBody(Shape):
    """A source, and why."""

    example: ClassVar[JsonDict] = {"source": "crm", "reason": "the document was deleted"}

    source: Source
    reason: Reason


class ReviewBody(Shape):
    """What a person decides of what waits; to close a fact takes the date."""

    example: ClassVar[JsonDict] = {"decision": "confirm", "reason": "seen the contract"}

    decision: Resolution
    valid_to: GivenDate | None = None
    reason: Reason


class PredicateBody(Shape):
    """What a predicate is."""

    example: ClassVar[JsonDict] = {"cardinality": "single", "temporal": "state", "value": "text"}

    cardinality: Annotated[
        str,
        Field(
            pattern=f"^({'|'.join(Cardinality)}|{TEMPORAL_SINGLE})$",
            description="How many values a subject has at an instant; "
            f"`{TEMPORAL_SINGLE}` is a single state.",
        ),
    ]
    holders: Annotated[
        Cardinality | None, Field(description="How many subjects a value has; multi, if left out.")
    ] = None
    temporal: Annotated[Temporal | None, Field(description="state, if left out.")] = None
    value: ValueKind | None = None
    unit: Annotated[
        str | None,
        Field(min_length=1, max_length=limits.UNIT_CHARS_MAX, description="Of a number."),
    ] = None
    half_life_days: Annotated[
        int | None,
        Field(
            ge=1,
            le=limits.HALF_LIFE_DAYS_MAX,
            description=f"In what time evidence comes to count half; {HALF_LIFE_DAYS}.",
        ),
    ] = None
