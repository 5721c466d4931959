"""What is taken as a declaration, and what is refused."""

import pytest

from adapters.wire.predicates import predicate_command
from domain.commands import DeclarePredicate
from domain.predicates import Cardinality, Declaration, Temporal, ValueKind
from tests.adapters.wire.refusing import refused

SINGLE = {"cardinality": "single"}
SINGLE_STATE = Declaration(cardinality=Cardinality.SINGLE, temporal=Temporal.STATE)
SINGLE_CONSTANT = Declaration(cardinality=Cardinality.SINGLE, temporal=Temporal.CONSTANT)


@pytest.mark.parametrize(
    ("doc", "declaration"),
    [
        (SINGLE, Declaration(cardinality=Cardinality.SINGLE)),
        ({"cardinality": "multi"}, Declaration()),
        ({"cardinality": "temporal-single"}, SINGLE_STATE),
        ({"cardinality": "temporal-single", "temporal": "state"}, SINGLE_STATE),
        ({**SINGLE, "temporal": "constant"}, SINGLE_CONSTANT),
        (
            {
                "cardinality": "multi",
                "holders": "single",
                "temporal": "event",
                "value": "number",
                "unit": "kg",
                "half_life_days": 7,
            },
            Declaration(
                holders=Cardinality.SINGLE,
                temporal=Temporal.EVENT,
                value=ValueKind.NUMBER,
                unit="kg",
                half_life_days=7,
            ),
        ),
        (
            dict.fromkeys(["holders", "temporal", "value", "unit"]) | SINGLE,
            Declaration(cardinality=Cardinality.SINGLE),
        ),
    ],
)
def test_a_declaration_is_taken(doc: dict[str, object], declaration: Declaration) -> None:
    taken = predicate_command(doc, predicate="a/b c")
    assert taken == DeclarePredicate(predicate="a/b c", declaration=declaration)


@pytest.mark.parametrize(
    ("doc", "field", "code"),
    [
        ({}, "cardinality", "required"),
        ({"cardinality": "double"}, "cardinality", "unknown_word"),
        ({**SINGLE, "holders": "temporal-single"}, "holders", "unknown_word"),
        ({**SINGLE, "temporal": "eternal"}, "temporal", "unknown_word"),
        ({"cardinality": "temporal-single", "temporal": "event"}, "temporal", "contradicts"),
        ({**SINGLE, "value": "colour"}, "value", "unknown_word"),
        ({**SINGLE, "unit": "kg"}, "unit", "not_taken"),
        ({**SINGLE, "value": "text", "unit": "kg"}, "unit", "not_taken"),
        ({**SINGLE, "value": "number", "unit": ""}, "unit", "empty"),
        ({**SINGLE, "half_life_days": 0}, "half_life_days", "out_of_range"),
        ({**SINGLE, "half_life_days": 36_501}, "half_life_days", "out_of_range"),
        ({**SINGLE, "half_life_days": 1.5}, "half_life_days", "out_of_range"),
        ({**SINGLE, "predicate": "p"}, "predicate", "unknown_field"),
    ],
)
def test_a_faulty_declaration_is_refused(doc: dict[str, object], field: str, code: str) -> None:
    assert refused(predicate_command(doc, predicate="p")) == {field: code}


@pytest.mark.parametrize(
    ("predicate", "code"),
    [("", "empty"), ("\u200b", "empty"), ("a\0", "nul"), ("p" * 1_001, "too_long")],
)
def test_a_predicate_has_a_name_that_can_be_kept(predicate: str, code: str) -> None:
    assert refused(predicate_command(SINGLE, predicate=predicate)) == {"predicate": code}
