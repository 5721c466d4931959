"""What agents suggested that predicates be declared."""

from collections.abc import Iterator

from domain.events import PredicateDeclared
from domain.keys import predicate_digest
from projections.comparison import Comparison
from projections.rows import SuggestionRow


def rows(found: Comparison) -> Iterator[SuggestionRow]:
    """A row for every suggestion whose words are there."""
    for each in found.step.recorded:
        event = each.event
        if isinstance(event, PredicateDeclared) and event.suggested and event.predicate:
            wished = event.declaration
            yield SuggestionRow(
                seq=each.seq,
                predicate_key=predicate_digest(event.predicate, mode=found.mode),
                predicate=event.predicate,
                cardinality=wished.cardinality.value,
                holders=wished.holders.value,
                temporal=wished.temporal.value,
                value=None if wished.value is None else wished.value.value,
                unit=wished.unit,
                half_life_days=wished.half_life_days,
                token=each.token,
                suggested_at=each.recorded_at,
            )
