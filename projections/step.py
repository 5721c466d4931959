"""What a projection reads: the events of one command, and the slices of state around them."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from domain.events import Recorded
from domain.state import State
from projections.rows import FactRow, Row


class Since(NamedTuple):
    """Since which command a version of a fact stands: its last event, and when that was.

    `strength` is what was told of it then: what happens elsewhere changes it untold, and an answer
    as of a time stays the answer.
    """

    seq: int
    at: datetime
    strength: str | None


class Step(NamedTuple):
    """One step of the fold: all events of a command, so that no row shows half of one.

    `since` tells of the facts of `before`, at least of those on axes that the command changes,
    since when they stand as they do: `from_seq`, `from_at` and `strength` of the current row.
    """

    before: State
    recorded: tuple[Recorded, ...]
    after: State
    since: Mapping[int, Since]


def note_since(since: dict[int, Since], row: Row | None, key: tuple[object, ...]) -> None:
    """Take in what a step wrote of the current version of a fact, for the next step."""
    if isinstance(row, FactRow):
        since[row.fact] = Since(row.from_seq, row.from_at, row.strength)
    elif isinstance(key[0], int):
        del since[key[0]]
