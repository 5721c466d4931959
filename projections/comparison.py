"""What a command changed, worked out once for all the tables."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from domain.identity import IdentityMode
from projections.rows import Row
from projections.sides import sides
from projections.step import Since, Step
from projections.versions import Replaced, replaced

R = TypeVar("R", bound=Row)

Key = tuple[object, ...]
"""What a table knows a row by, behind its ledger and build."""


class Gone(NamedTuple):
    """In place of a row: that there is none of this key any more."""

    key: Key


class Comparison:
    """The events of a command, and what differs between its two sides.

    `replaced` are the versions of facts that are over, and those in their place; `versions` tells
    those of the projections that are asked for rows, which hardly any command has to know.
    """

    def __init__(self, step: Step, versions: Callable[[], Mapping[str, int]]) -> None:
        self.step = step
        self.versions = versions
        self.before, self.after = sides(step.before, step.after)
        self.replaced: tuple[Replaced, ...] = tuple(
            replaced(self.before, self.after, since=step.since, last=self.last, mode=self.mode)
        )

    @property
    def last(self) -> Since:
        """The end of the command: from there on what it wrote is known."""
        recorded = self.step.recorded[-1]
        return Since(recorded.seq, recorded.recorded_at, strength=None)

    @property
    def mode(self) -> IdentityMode:
        """Which spellings the ledger takes for one."""
        rules = self.step.after.rules
        return IdentityMode.FOLDED if rules is None else rules.identity


def differing(before: Mapping[Key, R], after: Mapping[Key, R]) -> Iterator[R | Gone]:
    """The rows that are new or other than before, and the keys of those that are gone."""
    for key in before:
        if key not in after:
            yield Gone(key)
    for key, row in after.items():
        if before.get(key) != row:
            yield row
