"""Small files of the shapes that the benchmarks on real data read; every value in them is made up.

`SAID` tells the first lines of what is said about releases; what `ENDS` is, all lines come to.
"""

import gzip
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks import factconsolidation, statements, yago

Row = tuple[str, str, object, str, str]
"""A cycle of product "quill", a predicate, a value, a time on a day of May 2024, and a source."""

SAID: Sequence[Row] = (
    ("1", "latest", "1.0", "01T10:00:00+08:00", "human:a"),
    ("1", "eol", False, "01T10:00:00+08:00", "human:a"),
    ("2 ", "latest", "2.0", "01T11:00:00+08:00", "human:a"),
    ("2", "latest", "", "01T11:00:00+08:00", "human:a"),
    ("1", "latest", "1.1", "02T09:00:00Z", "bot"),
    # Corrected, and said again.
    ("1", "latest", "1.1 ", "02T10:00:00Z", "human:b"),
    ("1", "latest", "1.1", "02T10:00:00Z", "human:b"),
    ("1", "latest", "1.1", "02T12:00:00Z", "bot"),
    ("1", "eol", "2026-05-01", "03T09:00:00Z", "human:b"),
    ("1", "lts", 9.04, "03T09:00:00Z", "human:b"),
    # In the same second, and back to what it was.
    ("1", "eol", "2026-06-01", "04T09:00:00Z", "human:a"),
    ("1", "eol", "2026-05-01", "04T09:00:00Z", "human:b"),
    # Taken back, with what it had taken over from; one of them in the second it was said.
    ("1", "latest", None, "05T09:00:00Z", "human:a"),
    ("1", "eol", None, "05T09:00:00Z", "human:a"),
    ("3", "latest", "3.0", "05T09:00:00Z", "human:a"),
    ("3", "latest", None, "05T09:00:00Z", "human:a"),
    # And there again.
    ("1", "latest", "1.0", "06T09:00:00Z", "bot"),
    ("1", "lts", "9.04", "06T09:00:00Z", "human:b"),
    ("gone", "latest", "0.1", "06T09:00:00Z", "human:b"),
)

ENDS: dict[str, object] = {"1|latest": "1.0", "1|lts": "9.04", "2 |latest": "2.0", "2|latest": ""}
"""The final state: of the cycle "gone" there is none, though nobody said that it went."""

LIVES: Sequence[tuple[str, str, str, str, str | None]] = (
    ("Ann", "playsFor", "Rovers", "2001", "2009"),
    ("Ann", "playsFor", "The country", "2003", "2007"),
    ("Ann", "wasBornIn", "Cork", "1981-02-03", "1981-02-03"),
    ("Ann", "isMarriedTo", "Ben", "2004", "2012"),
    # Before the other one is over.
    ("Ann", "isMarriedTo", "Cid", "2010-05-01", None),
    ("Dan", "isMarriedTo", "Eve", "199#", None),
    ("Gil", "created", "A hall", "360", None),
    ("Gil", "created", "A wall", "-044", None),
    ("Gil", "owns", "A wall", "18##", None),
    ("Gil", "owns", "A hall", "1900", "1899"),
)

SENTENCES: Sequence[str] = (
    "Ann was born in the city of Cork.",
    "The Mayor of Cork is Ben.",
    "Ann's child is Cid.",
    "The author of What is Known is Ann.",
    "Ann was born in the city of Kinsale.",
)

EXAM: Sequence[tuple[str, str]] = (
    ("Which city was Ann born in?", "Kinsale"),
    ("Who is the Mayor of Cork?", "Ben"),
    # What was said last is another.
    ("Who is Ann's child?", "Dan"),
)


def write(folder: Path) -> None:
    """Write all of them below a folder."""
    _write(folder / statements.FILE, map(json.dumps, _releases()))
    _write(folder / statements.FINAL_FILE, [json.dumps({"quill": ENDS})])
    names = ("s", "p", "o", "valid_from", "valid_to")
    rows = (dict(zip(names, each, strict=True)) for each in LIVES)
    _write(folder / yago.FILE, map(json.dumps, rows))
    _write(folder / factconsolidation.FILE, [json.dumps([_exam("sh_1k"), _exam("mh_1k")])])


def _releases() -> Iterable[dict[str, object]]:
    for cycle, predicate, new, time, source in SAID:
        yield {
            "product": "quill",
            "cycle": cycle,
            "predicate": predicate,
            "kind": "retract" if new is None else "assert",
            "old": None,
            "new": new,
            "tx_time": f"2024-05-{time}",
            "source": source,
            "commit": "0" * 12,
        }


def _exam(name: str) -> dict[str, object]:
    numbered = [f"{number}. {sentence}" for number, sentence in enumerate(SENTENCES)]
    return {
        "context": "\n".join(["Here is a list of facts:", *numbered]),
        "questions": [question for question, _ in EXAM],
        "answers": [[answer] for _, answer in EXAM],
        "metadata": {
            "qa_pair_ids": [f"factconsolidation_{name}_no{number}" for number in range(len(EXAM))]
        },
    }


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
