"""Other programs' events: by which type they are read."""

from collections.abc import Iterator

from domain.events import Foreign
from projections.rows import ForeignEventRow
from projections.step import Step


def rows(step: Step) -> Iterator[ForeignEventRow]:
    """A row for a foreign event whose content is there."""
    event = step.recorded.event
    if isinstance(event, Foreign) and event.content is not None:
        yield ForeignEventRow(
            seq=step.recorded.seq, type=event.content.type, tags=list(event.content.tags)
        )
