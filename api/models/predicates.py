"""Predicates: what they were declared to be, and what agents suggested."""

from typing import Annotated, ClassVar, Final

from pydantic import Field
from pydantic.config import JsonDict

from api.models.shapes import AS_OF, AT, HASH, AsOf, Cursor, Instant, Position, Receipt, Shape
from domain.predicates import Cardinality, Temporal, ValueKind

_PREDICATE: Final[JsonDict] = {
    "predicate": "lives_in",
    "cardinality": "single",
    "holders": "multi",
    "temporal": "state",
    "value": "text",
    "unit": None,
    "half_life_days": 240,
    "seq": 2,
    "by": "t9c1d2e3f4a5b",
    "at": AT,
}


class PredicateShape(Shape):
    """What a predicate is, or was suggested to be, by which event and whose."""

    predicate: str
    cardinality: Cardinality
    holders: Cardinality
    temporal: Temporal
    value: ValueKind | None
    unit: str | None
    half_life_days: Position
    seq: Position
    by: Annotated[str, Field(description="The token's id.")]
    at: Instant


class PredicatesAnswer(Shape):
    """A page of what was declared, in no order that means anything."""

    example: ClassVar[JsonDict] = {"predicates": [_PREDICATE], "next": None, "as_of": AS_OF}

    predicates: list[PredicateShape]
    next: Cursor
    as_of: AsOf


class CandidateShape(Shape):
    """An undeclared predicate, and of how many of its subjects one value holds at a time."""

    predicate: str
    subjects: Position
    single: Position


class SuggestionsAnswer(Shape):
    """A page of what agents suggested, in order; beside it predicates that may be single."""

    example: ClassVar[JsonDict] = {
        "suggestions": [_PREDICATE],
        "candidates": [{"predicate": "born_in", "subjects": 120, "single": 118}],
        "next": None,
        "as_of": AS_OF,
    }

    suggestions: list[PredicateShape]
    candidates: list[CandidateShape]
    next: Cursor
    as_of: AsOf


class DeclaredAnswer(Shape):
    """What a predicate is from here on, for all its history."""

    example: ClassVar[JsonDict] = {
        "predicate": "lives_in",
        "cardinality": "single",
        "holders": "multi",
        "temporal": "state",
        "value": "text",
        "unit": None,
        "half_life_days": 240,
        "seq": 2,
        "receipt": {"ledger": "acme", "seq": 2, "leaf_hash": HASH},
    }

    predicate: str
    cardinality: Cardinality
    holders: Cardinality
    temporal: Temporal
    value: ValueKind | None
    unit: str | None
    half_life_days: Position
    seq: Position
    receipt: Receipt


class SuggestedAnswer(Shape):
    """That a declaration was kept as a suggestion, for a person to make it."""

    example: ClassVar[JsonDict] = {
        "suggestion": 2,
        "receipt": {"ledger": "acme", "seq": 2, "leaf_hash": HASH},
    }

    suggestion: Position
    receipt: Receipt
