"""A row for each distinct tag of a foreign event whose content is there."""

import pytest

from domain.events import Event, Foreign
from domain.keys import tag_digest
from projections import foreign_tags
from tests.domain.telling import OPENED, asserted, foreign, said
from tests.projections.steps import last_step

# Given events, and the tags that the last of them wrote.
STEPS: list[tuple[tuple[Event, ...], set[str]]] = [
    ((OPENED, foreign("noted")), set()),
    ((OPENED, foreign("noted", "b", "a", "b", "A", "a ")), {"A", "a", "a ", "b"}),
    ((OPENED, Foreign(content=None)), set()),
    ((OPENED, asserted(2, said())), set()),
]


@pytest.mark.parametrize(("events", "tags"), STEPS)
def test_a_tag_is_written_once_as_it_is_spelt(events: tuple[Event, ...], tags: set[str]) -> None:
    rows = list(foreign_tags.rows(last_step(*events)))
    assert {row.tag_key for row in rows} == {tag_digest(tag) for tag in tags}
    assert len(rows) == len(tags)
    assert {row.seq for row in rows} == ({2} if tags else set())
