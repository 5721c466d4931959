"""What the predicates of a ledger are declared to be."""

from collections.abc import Iterator

from domain.events import PredicateDeclared
from domain.keys import predicate_digest
from domain.predicates import Declaration
from domain.reading import Doc
from domain.shaping import built, field_names, fields_read
from projections.comparison import Comparison
from projections.rows import PredicateRow


def rows(found: Comparison) -> Iterator[PredicateRow]:
    """A row for every declaration whose words are there."""
    for each in found.step.recorded:
        event = each.event
        if isinstance(event, PredicateDeclared) and not event.suggested and event.predicate:
            declared = event.declaration
            yield PredicateRow(
                predicate_key=predicate_digest(event.predicate, mode=found.mode),
                predicate=event.predicate,
                cardinality=declared.cardinality.value,
                holders=declared.holders.value,
                temporal=declared.temporal.value,
                value=None if declared.value is None else declared.value.value,
                unit=declared.unit,
                half_life_days=declared.half_life_days,
                declared_seq=each.seq,
                token=each.token,
                declared_at=each.recorded_at,
            )


def declaration_of(columns: Doc) -> Declaration:
    """The declaration that a row is of, also one of a suggestion; its columns may be among others.

    Raises KeyError, TypeError or ValueError for what no projection wrote.
    """
    return built(Declaration, fields_read(columns, Declaration, field_names(Declaration)))
