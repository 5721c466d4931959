"""A row for every count that an event moved."""

import pytest

from domain.events import Event
from projections import statistics
from tests.domain.telling import OPENED, asserted, foreign, said
from tests.projections.steps import last_step

TEA = asserted(2, said())

# Given events, and the counts that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], dict[str, int]]] = [
    ((OPENED,), {}),
    ((OPENED, TEA), {"claims": 1, "facts.active": 1}),
    ((OPENED, TEA, TEA), {"claims": 2}),
    ((OPENED, TEA, asserted(3, said("Bob"))), {"claims": 2, "facts.active": 2}),
    ((OPENED, TEA, foreign()), {}),
    ((OPENED, TEA, asserted(3, None)), {}),
]


@pytest.mark.parametrize(("events", "counts"), STEPS)
def test_a_count_is_written_when_it_moved(
    events: tuple[Event, ...], counts: dict[str, int]
) -> None:
    assert {row.name: row.value for row in statistics.rows(last_step(*events))} == counts
