"""What statements must come to, worked out with nothing of ours: no key, no event, no table."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from benchmarks.statements import Key, Line


@dataclass(kw_only=True, slots=True)
class PlainFold:
    """What was said of each key, in order: at which instants, and the values, None for none."""

    instants: dict[Key, list[datetime]] = field(default_factory=dict[Key, list[datetime]])
    values: dict[Key, list[str | None]] = field(default_factory=dict[Key, list[str | None]])

    def believed(self, key: Key, at: datetime) -> str | None:
        """The value that a key had for the maintainers at an instant: what was said last."""
        said = bisect_right(self.instants[key], at)
        return self.values[key][said - 1] if said else None

    def settled(self, key: Key) -> str | None:
        """The value that a key has in the end."""
        return self.values[key][-1]

    def final(self) -> dict[Key, str]:
        """What all keys that have a value in the end have."""
        last = ((key, values[-1]) for key, values in self.values.items())
        return {key: value for key, value in last if value is not None}


def plain_fold(lines: Iterable[Line]) -> PlainFold:
    """The fold of what is sent."""
    fold = PlainFold()
    for each in lines:
        fold.instants.setdefault(each.key, []).append(each.at)
        fold.values.setdefault(each.key, []).append(each.value)
    return fold
