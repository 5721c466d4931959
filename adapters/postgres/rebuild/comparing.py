"""Holding two builds of a table against each other, row by row in the order of its key."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Final

from adapters.postgres.stored import StoredLedger
from projections.replay import Derived, Table

DIFFERENCES_MAX: Final = 10
"""How many differing rows of a table are named."""


class Differs(StrEnum):
    """How the live build differs from what follows from the events."""

    MISSING = "missing"
    SPARE = "spare"
    CHANGED = "changed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """A row that differs: its key, and the columns that do where both builds have it."""

    key: tuple[tuple[str, str], ...]
    differs: Differs
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TableComparison:
    """A table of the live build beside one that was made anew of the same events.

    The digests are sha256 over the rows in the order of the key, each a line of canonical JSON.
    `count` is how many rows differ, and `differences` are the first of them.
    """

    table: str
    rows: int
    live_digest: bytes
    made_digest: bytes
    count: int
    differences: tuple[Difference, ...]


def compare(store: StoredLedger, table: Table, *, live: int, made: int) -> TableComparison:
    """Compare a table of two builds as one transaction sees them; little of it is in memory."""
    found = _Tally(table)
    rows = 0
    for theirs, ours in _paired(
        table, store.rows(table, build=live), store.rows(table, build=made)
    ):
        rows += theirs is not None
        found.add(theirs, ours)
    return TableComparison(
        table=table.name.partition(".")[2],
        rows=rows,
        live_digest=found.live.digest(),
        made_digest=found.made.digest(),
        count=found.count,
        differences=tuple(found.kept),
    )


def _paired(
    table: Table, live: Iterator[Derived], made: Iterator[Derived]
) -> Iterator[tuple[Derived | None, Derived | None]]:
    """The rows of each key, None on the side that has none; both come in the order of the key."""
    theirs, ours = next(live, None), next(made, None)
    while theirs is not None or ours is not None:
        if ours is None or (theirs is not None and _key(table, theirs) < _key(table, ours)):
            yield theirs, None
            theirs = next(live, None)
        elif theirs is None or _key(table, ours) < _key(table, theirs):
            yield None, ours
            ours = next(made, None)
        else:
            yield theirs, ours
            theirs, ours = next(live, None), next(made, None)


def _key(table: Table, row: Derived) -> tuple[int | str | bytes, ...]:
    return tuple([getattr(row, name) for name in table.key])


class _Tally:
    """What was found of a table so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.live, self.made = sha256(), sha256()
        self.count = 0
        self.kept: list[Difference] = []

    def add(self, theirs: Derived | None, ours: Derived | None) -> None:
        """Take in the rows of one key: the live one and the one that was made anew."""
        if theirs is not None:
            line = _line(theirs)
            self.live.update(line)
            if theirs == ours:
                self.made.update(line)
                return
        if ours is not None:
            self.made.update(_line(ours))
        self.count += 1
        if len(self.kept) < DIFFERENCES_MAX:
            self.kept.append(_difference(self.table, theirs, ours))


def _difference(table: Table, theirs: Derived | None, ours: Derived | None) -> Difference:
    either = theirs if ours is None else ours
    key = tuple((name, _spelt(getattr(either, name))) for name in table.key)
    if theirs is None:
        return Difference(key=key, differs=Differs.MISSING)
    if ours is None:
        return Difference(key=key, differs=Differs.SPARE)
    columns = tuple(
        name
        for name, left, right in zip(theirs._fields, theirs, ours, strict=True)
        if left != right
    )
    return Difference(key=key, differs=Differs.CHANGED, columns=columns)


def _line(row: Derived) -> bytes:
    written = json.dumps(
        row._asdict(), default=_spelt, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    return written.encode() + b"\n"


def _spelt(value: object) -> str:
    match value:
        case bytes():
            return value.hex()
        case datetime():
            return value.isoformat()
        case _:
            return str(value)
