"""Segments: the stretches of world time in which a fact holds, each with how surely it does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from domain.worldtime.bounds import FIRST, Certainty, Stretch


class Segment(NamedTuple):
    """From when until when a fact holds, as surely throughout; without an end it goes on."""

    start: datetime
    end: datetime | None
    certainty: Certainty


ALWAYS: Final = (Segment(FIRST, None, Certainty.DEFINITE),)
"""What holds at every instant."""


def segments_of(stretch: Stretch) -> tuple[Segment, ...]:
    """Where a stretch holds: perhaps within its bounds, definitely between them."""
    earliest, latest, end = stretch.start.earliest, stretch.start.latest, stretch.end
    if end is not None and latest >= end.earliest:
        return (Segment(earliest, end.latest, Certainty.POSSIBLE),)
    found = [Segment(latest, None if end is None else end.earliest, Certainty.DEFINITE)]
    if earliest < latest:
        found.insert(0, Segment(earliest, latest, Certainty.POSSIBLE))
    if end is not None and not end.is_exact:
        found.append(Segment(end.earliest, end.latest, Certainty.POSSIBLE))
    return tuple(found)


def interrupted(segments: Sequence[Segment], by: Sequence[Segment]) -> tuple[Segment, ...]:
    """What is left of these, in order, where others hold too: less sure, or nothing at all."""
    if not by:
        return tuple(segments)
    opened = Counter((each.start, each.certainty) for each in by)
    opened.subtract(Counter((each.end, each.certainty) for each in by if each.end is not None))
    edges = sorted({*_edges(segments), *_edges(by)})
    ahead = iter(segments)
    current = next(ahead, None)
    definite = possible = 0
    found: list[Segment] = []
    for start, end in zip(edges, [*edges[1:], None], strict=True):
        definite += opened[start, Certainty.DEFINITE]
        possible += opened[start, Certainty.POSSIBLE]
        if current is not None and current.end is not None and current.end <= start:
            current = next(ahead, None)
        if current is None or start < current.start or definite:
            continue
        found.append(Segment(start, end, Certainty.POSSIBLE if possible else current.certainty))
    return joined(found)


def possible_outside(
    start: datetime, limit: datetime, taken: Iterable[Segment]
) -> Iterator[Segment]:
    """Where between these instants none of these holds, and something else possibly does."""
    for each in sorted(taken, key=lambda each: each.start):
        if each.start >= limit:
            break
        if each.start > start:
            yield Segment(start, each.start, Certainty.POSSIBLE)
        if each.end is None:
            return
        start = max(start, each.end)
    if start < limit:
        yield Segment(start, limit, Certainty.POSSIBLE)


def joined(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """These in order, such that no two that meet are alike."""
    found: list[Segment] = []
    for each in segments:
        if found and (found[-1].end, found[-1].certainty) == (each.start, each.certainty):
            found[-1] = found[-1]._replace(end=each.end)
        else:
            found.append(each)
    return tuple(found)


def certainty_at(segments: Iterable[Segment], at: datetime) -> Certainty | None:
    """How surely what has these segments holds at an instant; None where it does not."""
    return next(
        (
            each.certainty
            for each in segments
            if each.start <= at and (each.end is None or at < each.end)
        ),
        None,
    )


def _edges(segments: Iterable[Segment]) -> Iterator[datetime]:
    for each in segments:
        yield each.start
        if each.end is not None:
            yield each.end
