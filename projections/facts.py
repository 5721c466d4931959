"""The facts of a ledger as they stand: a row for each fact that an event changed."""

from collections.abc import Iterator

from domain.state import Fact
from domain.values import value_columns
from projections.rows import FactRow
from projections.step import Step


def rows(step: Step) -> Iterator[FactRow]:
    """A row for every fact that differs after the event."""
    for key, fact in step.after.facts.items():
        if fact is not None and step.before.facts.get(key) is not fact:
            yield row(fact)


def row(fact: Fact) -> FactRow:
    """The row of one fact."""
    kind, text, unit = value_columns(fact.object)
    return FactRow(
        fact=fact.fact,
        status=fact.status.value,
        subject=fact.subject,
        predicate=fact.predicate,
        object_kind=kind,
        object_text=text,
        object_unit=unit,
        subject_key=fact.key.subject,
        predicate_key=fact.key.predicate,
        object_key=fact.key.object,
        claims=fact.claims,
        sources=list(fact.sources),
        observed_at=fact.observed_at,
        recorded_at=fact.recorded_at,
        last_seq=fact.last_seq,
    )
