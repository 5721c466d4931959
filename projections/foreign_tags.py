"""Other programs' events: by which tags they are found."""

from collections.abc import Iterator

from domain.events import Foreign
from domain.keys import tag_digest
from projections.comparison import Comparison
from projections.rows import ForeignTagRow


def rows(found: Comparison) -> Iterator[ForeignTagRow]:
    """A row for each distinct tag of a foreign event whose content is there."""
    for each in found.step.recorded:
        event = each.event
        if isinstance(event, Foreign) and event.content is not None:
            for tag in sorted(set(event.content.tags)):
                yield ForeignTagRow(tag_key=tag_digest(tag), seq=each.seq)
