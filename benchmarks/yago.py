"""Tell what an encyclopedia has of people and things: that values overlap is no contradiction.

Undeclared, no predicate of it may bring about a duel, though most that have several values have
them at the same time. Then those are declared single-valued that are: where someone was born and
died, and whom they were married to; what that contests is listed.

Nobody knows which article a line is from, so each one is a source of its own: no line takes another
back. Exits 0 where nothing was fought over undeclared, 1 where something was, and 2 without the
data.
"""

import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Final, cast

from benchmarks.checks import Check, failed
from benchmarks.client import Answer, Client, serving, word
from benchmarks.duels import VERDICTS, duels
from benchmarks.machine import described
from benchmarks.on_data import Measured, concluded, data_parser
from benchmarks.report import Report, Table, listed
from domain.words import ActorKind

FILE: Final = Path("yago11k") / "facts.jsonl.gz"
TINY_LINES: Final = 300

SINGLE: Final[Mapping[str, str]] = {
    "diedIn": "constant",
    "isMarriedTo": "state",
    "wasBornIn": "constant",
}
"""The predicates with one value at a time, and of which kind they are."""

_YEAR: Final = re.compile(r"\d{3}|\d{3}#")


def claims(data: Path, *, limit: int | None) -> list[dict[str, str]]:
    """What is asserted for each line, whose last day or year is part of it; FileNotFoundError."""
    with gzip.open(data / FILE, "rt", encoding="utf-8") as text:
        lines = [cast("dict[str, str | None]", json.loads(line)) for line in text]
    return [_claim(number, each) for number, each in enumerate(lines[:limit], start=1)]


def several_valued(documents: Sequence[Mapping[str, str]]) -> int:
    """How many subjects have several values of a predicate."""
    values: dict[tuple[str, str], set[str]] = {}
    for each in documents:
        values.setdefault((each["subject"], each["predicate"]), set()).add(each["object"])
    return sum(len(each) > 1 for each in values.values())


def measure(documents: Sequence[Mapping[str, str]]) -> Measured:
    """The figures, and what in them is not as it has to be."""
    with serving() as served:
        ledger = served.open_ledger("yago")
        admin = served.admin(ledger)
        told, seconds, predicates = _told(
            served.caller(ledger, "encyclopedia", ActorKind.SYSTEM), documents
        )
        undeclared = [
            Check(name="duels", found=len(duels(admin, predicates)), wanted=0),
            Check(name="conflicts", found=len(list(admin.pages("conflicts"))), wanted=0),
        ]
        for predicate, temporal in SINGLE.items():
            document = {"cardinality": "single", "temporal": temporal}
            admin.tell("PUT", f"/predicates/{predicate}", document)
        contested = sorted(map(_contest, admin.pages("conflicts")), key=itemgetter("subject"))
        figures: dict[str, object] = {
            **described(served.on),
            "lines": len(documents),
            "subjects with several values": several_valued(documents),
            "answers": listed(told),
            "claims/s": round(len(documents) / seconds),
            **{f"undeclared: {each.name}": each.found for each in undeclared},
            "declared: duels": Table(
                [
                    {"predicate": predicate, **{each: counts[each] for each in VERDICTS}}
                    for predicate, counts in sorted(duels(admin, predicates).items())
                ]
            ),
            "declared: conflicts": len(contested),
            "declared: contested": Table(contested),
        }
    return Report(figures=figures), failed(undeclared)


def _told(
    client: Client, documents: Sequence[Mapping[str, str]]
) -> tuple[Counter[str], float, dict[int, str]]:
    """Counts of what was answered, in how many seconds, and each claim's predicate."""
    begun = time.perf_counter()
    answers = list(client.claim(documents))
    seconds = time.perf_counter() - begun
    predicates = {
        cast("int", answer["claim"]): document["predicate"]
        for document, answer in zip(documents, answers, strict=True)
        if "claim" in answer
    }
    return Counter(map(word, answers)), seconds, predicates


def _contest(conflict: Answer) -> dict[str, str]:
    newcomer, incumbent = cast("list[Answer]", conflict["facts"])
    return {
        "subject": str(newcomer["subject"]),
        "predicate": str(newcomer["predicate"]),
        "newcomer": _dated(newcomer),
        "incumbent": _dated(incumbent),
    }


def _dated(fact: Answer) -> str:
    valid = cast("dict[str, Answer]", fact["valid"])
    start, end = (valid[name]["text"] or ".." for name in ("from", "to"))
    return f"{fact['object']} ({start}/{end})"


def _claim(number: int, line: Mapping[str, str | None]) -> dict[str, str]:
    stated = {"valid_from": line["valid_from"], "valid_through": line["valid_to"]}
    return {
        "subject": str(line["s"]),
        "predicate": str(line["p"]),
        "object": str(line["o"]),
        "source": f"line {number}",
        **{name: _year(text) for name, text in stated.items() if text is not None},
    }


def _year(text: str) -> str:
    """A date as the ledger writes it: year 360 is 0360, and 199# is 199X; others stay as they are.

    It takes no year before 1, and no century.
    """
    return text.replace("#", "X").zfill(4) if _YEAR.fullmatch(text) else text


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures, and last what is not as it has to be; returns the exit code."""
    given = data_parser(__doc__, FILE).parse_args(arguments)
    return concluded(
        given, FILE, lambda limit: measure(claims(given.data, limit=limit)), tiny=TINY_LINES
    )


if __name__ == "__main__":
    sys.exit(main())
