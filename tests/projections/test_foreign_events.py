"""A row for every foreign event whose content is there."""

import pytest

from domain.events import Event, Foreign
from projections.rows import ForeignEventRow
from tests.projections.steps import OPENED, asserted, foreign, recorded, written

# Given events, and the rows that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], list[ForeignEventRow]]] = [
    ((OPENED, foreign("noted")), [ForeignEventRow(seq=2, type="noted", tags=[])]),
    (
        (OPENED, foreign(), foreign("noted", "b", "a", "b")),
        [ForeignEventRow(seq=3, type="noted", tags=["b", "a", "b"])],
    ),
    ((OPENED, Foreign(content=None)), []),
    ((OPENED, asserted(2)), []),
]


@pytest.mark.parametrize(("events", "rows"), STEPS)
def test_a_foreign_event_is_written_with_its_type_and_its_tags_as_given(
    events: tuple[Event, ...], rows: list[ForeignEventRow]
) -> None:
    assert written(recorded(*events), "foreign_event") == rows


def test_the_events_of_one_command_have_a_row_each() -> None:
    rows = written(recorded(OPENED, [foreign("noted"), foreign("dropped")]), "foreign_event")
    assert rows == [
        ForeignEventRow(seq=2, type="noted", tags=[]),
        ForeignEventRow(seq=3, type="dropped", tags=[]),
    ]
