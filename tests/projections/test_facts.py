"""A row for every fact that an event changed, as the fact stands then."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from domain.events import Event
from domain.identity import IdentityMode
from domain.keys import line_key
from domain.values import Boolean, Date, Entity, Number, Text, Value
from projections import facts
from projections.rows import FactRow
from tests.domain.telling import NOON, OPENED, TICK, asserted, foreign, said
from tests.projections.steps import last_step

TEA = asserted(2, said())

# Given events, and the facts that the last of them wrote, with their claims and last position.
STEPS: list[tuple[tuple[Event, ...], list[tuple[int, int, int]]]] = [
    ((OPENED,), []),
    ((OPENED, TEA), [(2, 1, 2)]),
    ((OPENED, TEA, asserted(2, said("ALICE"))), [(2, 2, 3)]),
    ((OPENED, TEA, asserted(3, said(value="milk"))), [(3, 1, 3)]),
    ((OPENED, TEA, foreign()), []),
    ((OPENED, TEA, asserted(3, None)), []),
]


@pytest.mark.parametrize(("events", "rows"), STEPS)
def test_a_fact_is_written_when_it_changed(
    events: tuple[Event, ...], rows: list[tuple[int, int, int]]
) -> None:
    written = facts.rows(last_step(*events))
    assert [(row.fact, row.claims, row.last_seq) for row in written] == rows


def test_a_row_has_all_of_the_fact_and_its_keys() -> None:
    key = line_key("Alice", "likes", Text(text="tea"), mode=IdentityMode.FOLDED)
    again = asserted(2, said("ALICE", source="a book"))
    assert list(facts.rows(last_step(OPENED, TEA, again))) == [
        FactRow(
            fact=2,
            status="active",
            subject="Alice",
            predicate="likes",
            object_kind="text",
            object_text="tea",
            object_unit=None,
            subject_key=key.subject,
            predicate_key=key.predicate,
            object_key=key.object,
            claims=2,
            sources=["agent one", "a book"],
            observed_at=NOON,
            recorded_at=NOON + TICK,
            last_seq=3,
        )
    ]


@pytest.mark.parametrize(
    ("value", "columns"),
    [
        (Text(text="tea"), ("text", "tea", None)),
        (Number(number=Decimal("0.5"), unit="CNY"), ("number", "0.5", "CNY")),
        (Number(number=Decimal(5), unit=None), ("number", "5", None)),
        (Date(date=date(2024, 2, 15)), ("date", "2024-02-15", None)),
        (Boolean(value=True), ("boolean", "true", None)),
        (Entity(name="Acme"), ("entity", "Acme", None)),
    ],
)
def test_a_value_is_kept_as_kind_text_and_unit(
    value: Value, columns: tuple[str, str, str | None]
) -> None:
    (row,) = facts.rows(last_step(OPENED, asserted(2, replace(said(), object=value))))
    assert (row.object_kind, row.object_text, row.object_unit) == columns
