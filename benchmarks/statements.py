"""Real statements about software releases: the lines of a file, and what each becomes when sent.

A line says at an instant (`tx_time`) on behalf of a source that a product's cycle of releases has a
value under a predicate (`assert`, `change`), or that it no longer has one (`retract`).
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final, cast

FILE: Final = Path("endoflife") / "events.jsonl.gz"
FINAL_FILE: Final = Path("endoflife") / "final_state.json.gz"

Key = tuple[str, str, str]
"""A product, a cycle of its releases, and a predicate."""

_MOMENT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """What was said of a key at an instant in UTC; a value in JSON, or None where it has none."""

    key: Key
    value: str | None
    at: datetime
    source: str


def lines(data: Path, *, limit: int | None) -> tuple[Line, ...]:
    """The first lines of the file below a folder of data, in their order; FileNotFoundError.

    What is said of one key in the same second was said in turn: each lies a microsecond later.
    """
    return tuple(_in_turn(islice(_documents(data / FILE), limit)))


def final_state(data: Path) -> dict[Key, str]:
    """What the maintainers have in the end, by key; raises FileNotFoundError."""
    with gzip.open(data / FINAL_FILE, "rt", encoding="utf-8") as file:
        products = cast("dict[str, dict[str, object]]", json.load(file))
    found: dict[Key, str] = {}
    for product, values in products.items():
        for name, value in values.items():
            cycle, _, predicate = name.rpartition("|")
            found[product, cycle, predicate] = in_json(value)
    return found


def in_json(value: object) -> str:
    """The one spelling of a value: 9.0 is 9."""
    is_whole = isinstance(value, float) and value.is_integer()
    return json.dumps(int(cast("float", value)) if is_whole else value, ensure_ascii=False)


def _documents(file: Path) -> Iterator[dict[str, object]]:
    with gzip.open(file, "rt", encoding="utf-8") as text:
        for line in text:
            yield cast("dict[str, object]", json.loads(line))


def _in_turn(documents: Iterable[dict[str, object]]) -> Iterator[Line]:
    last: dict[Key, datetime] = {}
    for each in documents:
        key = str(each["product"]), str(each["cycle"]), str(each["predicate"])
        at = datetime.fromisoformat(str(each["tx_time"])).astimezone(UTC)
        if key in last:
            at = max(at, last[key] + _MOMENT)
        last[key] = at
        new = each["new"]
        yield Line(
            key=key,
            value=None if new is None else in_json(new),
            at=at,
            source=str(each["source"]),
        )
