"""What predicates are declared to be, and what agents suggested."""

from dataclasses import replace

from domain.events import PredicateDeclared
from domain.identity import IdentityMode
from domain.keys import predicate_digest
from domain.predicates import Cardinality, Declaration, Temporal, ValueKind
from projections.rows import PredicateRow, SuggestionRow
from tests.projections.steps import NOON, OPENED, OPENER, recorded, tables, written

KEY = predicate_digest("lives in", mode=IdentityMode.FOLDED)
DECLARED = PredicateDeclared(
    predicate="Lives  in",
    declaration=Declaration(
        cardinality=Cardinality.SINGLE,
        temporal=Temporal.CONSTANT,
        value=ValueKind.NUMBER,
        unit="km",
        half_life_days=30,
    ),
    suggested=False,
)
SUGGESTED = replace(DECLARED, suggested=True)


def test_a_declaration_is_written_with_who_made_it_and_when() -> None:
    events = recorded(OPENED, DECLARED)
    assert written(events, "predicate") == [
        PredicateRow(
            predicate_key=KEY,
            predicate="Lives  in",
            cardinality="single",
            holders="multi",
            temporal="constant",
            value="number",
            unit="km",
            half_life_days=30,
            declared_seq=2,
            token=OPENER.token,
            declared_at=events[-1].recorded_at,
        )
    ]
    assert events[-1].recorded_at > NOON
    assert written(events, "suggestion") == []


def test_a_later_declaration_takes_its_place() -> None:
    later = replace(DECLARED, declaration=Declaration(), predicate="lives in")
    (row,) = tables(recorded(OPENED, DECLARED, later))["predicate"].values()
    assert isinstance(row, PredicateRow)
    assert (row.cardinality, row.value, row.unit, row.declared_seq) == ("multi", None, None, 3)


def test_suggestions_stand_beside_each_other_and_declare_nothing() -> None:
    events = recorded(OPENED, SUGGESTED, SUGGESTED)
    held = tables(events)
    assert "predicate" not in held
    first, second = held["suggestion"].values()
    assert isinstance(first, SuggestionRow)
    assert first == SuggestionRow(
        seq=2,
        predicate_key=KEY,
        predicate="Lives  in",
        cardinality="single",
        holders="multi",
        temporal="constant",
        value="number",
        unit="km",
        half_life_days=30,
        token=OPENER.token,
        suggested_at=events[1].recorded_at,
    )
    assert second == first._replace(seq=3, suggested_at=events[2].recorded_at)


def test_what_was_erased_has_no_row() -> None:
    for event in (DECLARED, SUGGESTED):
        held = tables(recorded(OPENED, replace(event, predicate=None)))
        assert held.keys() == {"ledger"}
