"""Allen's thirteen relations between stretches whose bounds are exact.

James F. Allen, "Maintaining knowledge about temporal intervals", CACM 26 (11), 1983.
"""

from datetime import datetime
from enum import StrEnum

from domain.worldtime.bounds import Stretch


class Allen(StrEnum):
    """How the first of two stretches lies to the second."""

    BEFORE = "before"
    MEETS = "meets"
    OVERLAPS = "overlaps"
    STARTS = "starts"
    DURING = "during"
    FINISHES = "finishes"
    EQUALS = "equals"
    FINISHED_BY = "finished by"
    CONTAINS = "contains"
    STARTED_BY = "started by"
    OVERLAPPED_BY = "overlapped by"
    MET_BY = "met by"
    AFTER = "after"


def allen(one: Stretch, other: Stretch) -> Allen:
    """The relation of the first to the second; two open ends are one and the same."""
    if one.end is not None and one.end.latest <= other.start.earliest:
        return Allen.MEETS if one.end == other.start else Allen.BEFORE
    if other.end is not None and other.end.latest <= one.start.earliest:
        return Allen.MET_BY if other.end == one.start else Allen.AFTER
    starts = _sign(one.start.earliest, other.start.earliest)
    return _SHARING[starts, _sign(_end(one), _end(other))]


_SHARING = {
    (-1, -1): Allen.OVERLAPS,
    (-1, 0): Allen.FINISHED_BY,
    (-1, 1): Allen.CONTAINS,
    (0, -1): Allen.STARTS,
    (0, 0): Allen.EQUALS,
    (0, 1): Allen.STARTED_BY,
    (1, -1): Allen.DURING,
    (1, 0): Allen.FINISHES,
    (1, 1): Allen.OVERLAPPED_BY,
}


def _end(stretch: Stretch) -> datetime | None:
    return None if stretch.end is None else stretch.end.latest


def _sign(one: datetime | None, other: datetime | None) -> int:
    if one == other:
        return 0
    return -1 if other is None or (one is not None and one < other) else 1
