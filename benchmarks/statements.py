"""Real statements about software releases: the lines of a file, and what each becomes when sent.

A line says at an instant (`tx_time`) on behalf of a source that a product's cycle of releases has a
value under a predicate (`assert`, `change`), or that it no longer has one (`retract`).
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, cast

FILE: Final = Path("endoflife") / "events.jsonl.gz"

Document = dict[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Statements:
    """What is sent, in the order of the file, and how many lines there were of each kind."""

    documents: tuple[Document, ...]
    kinds: Counter[str]


def statements(data: Path, *, limit: int | None) -> Statements:
    """The first lines of the file below a folder of data; raises FileNotFoundError.

    A line without a new value has nothing to assert and becomes no document.
    """
    documents: list[Document] = []
    kinds: Counter[str] = Counter()
    for line in islice(_lines(data / FILE), limit):
        kinds[str(line["kind"])] += 1
        if line["new"] is not None:
            documents.append(_document(line))
    return Statements(documents=tuple(documents), kinds=kinds)


def _lines(file: Path) -> Iterator[dict[str, object]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield cast("dict[str, object]", json.loads(line))


def _document(line: dict[str, object]) -> Document:
    new = line["new"]
    return {
        # No product has a space in its name, so the two can be told apart again.
        "subject": f"{line['product']} {line['cycle']}",
        "predicate": str(line["predicate"]),
        "object": new if isinstance(new, str) else json.dumps(new),
        "observed_at": str(line["tx_time"]),
        "source": str(line["source"]),
    }
