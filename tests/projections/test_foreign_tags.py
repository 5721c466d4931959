"""A row for each distinct tag of a foreign event whose content is there."""

import pytest

from domain.events import Event, Foreign
from domain.keys import tag_digest
from projections.rows import ForeignTagRow
from tests.projections.steps import OPENED, asserted, foreign, recorded, written

# Given events, and the tags that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], set[str]]] = [
    ((OPENED, foreign("noted")), set()),
    ((OPENED, foreign("noted", "b", "a", "b", "A", "a ")), {"A", "a", "a ", "b"}),
    ((OPENED, Foreign(content=None)), set()),
    ((OPENED, asserted(2)), set()),
]


@pytest.mark.parametrize(("events", "tags"), STEPS)
def test_a_tag_is_written_once_as_it_is_spelt(events: tuple[Event, ...], tags: set[str]) -> None:
    rows = written(recorded(*events), "foreign_tag")
    assert len(rows) == len(tags)
    assert set(rows) == {ForeignTagRow(tag_key=tag_digest(tag), seq=2) for tag in tags}
