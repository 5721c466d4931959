"""A value of a declared predicate is of the kind that was declared, and in the unit."""

from decimal import Decimal

import pytest

from domain.commands import DeclarePredicate, OpenLedger
from domain.decide import Decided, Declined
from domain.identity import IdentityMode
from domain.predicates import Declaration, ValueKind
from domain.values import Entity, Number, Text, Value
from tests.domain.remembering import Library
from tests.domain.telling import AGENT, PERSON, claim, when

OPENING = OpenLedger(time_zone="UTC", identity=IdentityMode.FOLDED, flip_back_hours=24)

# A declared kind and unit, a value, and the field of the refusal.
FITS = [
    (Declaration(value=ValueKind.NUMBER), Text(text="3"), "object"),
    (Declaration(value=ValueKind.NUMBER), Number(number=Decimal(3), unit="kg"), None),
    (Declaration(value=ValueKind.NUMBER, unit="kg"), Number(number=Decimal(3), unit="KG "), None),
    (
        Declaration(value=ValueKind.NUMBER, unit="kg"),
        Number(number=Decimal(3), unit="g"),
        "object.unit",
    ),
    (
        Declaration(value=ValueKind.NUMBER, unit="kg"),
        Number(number=Decimal(3), unit=None),
        "object.unit",
    ),
    (Declaration(value=ValueKind.ENTITY), Text(text="Acme"), None),
    (Declaration(value=ValueKind.TEXT), Entity(name="Acme"), None),
    (Declaration(value=ValueKind.DATE), Text(text="2024-01-01"), "object"),
]


@pytest.mark.parametrize(("declaration", "value", "field"), FITS)
def test_a_value_is_of_the_kind_and_in_the_unit_that_was_declared(
    declaration: Declaration, value: Value, field: str | None
) -> None:
    declared = DeclarePredicate(predicate="likes", declaration=declaration)
    found = Library()
    for command, actor in ((OPENING, PERSON), (claim("Bob", "weighs"), AGENT), (declared, PERSON)):
        found.tell(command, actor)
    decision = when(found.whole, claim(value=value))
    assert isinstance(decision, Declined if field else Decided)
    if isinstance(decision, Declined):
        assert [each.field for each in decision.refusals] == [field]
    assert isinstance(when(found.whole, claim("Bob", "weighs", value)), Decided)
