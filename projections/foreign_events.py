"""Other programs' events: by which type they are read."""

from collections.abc import Iterator

from domain.events import Foreign
from projections.comparison import Comparison
from projections.rows import ForeignEventRow


def rows(found: Comparison) -> Iterator[ForeignEventRow]:
    """A row for every foreign event whose content is there."""
    for each in found.step.recorded:
        event = each.event
        if isinstance(event, Foreign) and event.content is not None:
            yield ForeignEventRow(
                seq=each.seq, type=event.content.type, tags=list(event.content.tags)
            )
