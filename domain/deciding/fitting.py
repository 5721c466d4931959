"""Whether a value is of the kind, and in the unit, that its predicate was declared to have."""

from collections.abc import Iterator
from typing import assert_never

from domain.deciding.stage import Stage
from domain.identity import IdentityMode, identity_key
from domain.keys import predicate_digest
from domain.predicates import Declaration, ValueKind
from domain.refusals import Refusal
from domain.values import Boolean, Date, Entity, Number, Text, Value


def misfits(stage: Stage, predicate: str, value: Value) -> Iterator[Refusal]:
    """Why a value does not fit its predicate; no reason where that was never declared."""
    key = predicate_digest(predicate, mode=stage.rules.identity)
    declared = stage.state.declarations.get(key)
    if declared is None:
        return
    if declared.value is not None and not _is_of(value, declared.value):
        yield Refusal(
            code="wrong_kind",
            field="object",
            detail=f"this predicate is declared to have a {declared.value} for a value",
        )
    elif isinstance(value, Number) and not _is_in(value, declared, stage.rules.identity):
        yield Refusal(
            code="wrong_unit",
            field="object.unit",
            detail="this predicate is declared with another unit: convert the number to it",
        )


def _is_of(value: Value, kind: ValueKind) -> bool:
    match value:
        case Text() | Entity():
            # A text and an entity that are spelt alike are one value.
            return kind in {ValueKind.TEXT, ValueKind.ENTITY}
        case Number():
            return kind is ValueKind.NUMBER
        case Date():
            return kind is ValueKind.DATE
        case Boolean():
            return kind is ValueKind.BOOLEAN
        case _:
            assert_never(value)


def _is_in(value: Number, declared: Declaration, mode: IdentityMode) -> bool:
    if declared.unit is None:
        return True
    unit = value.unit or ""
    return identity_key(unit, mode=mode) == identity_key(declared.unit, mode=mode)
