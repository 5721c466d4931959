"""Tell sentences of which later ones revise earlier ones, and ask for what holds in the end.

Each set of numbered sentences goes in its order into a ledger of its own, in one voice. For every
key the ledger has to show what the last sentence about it says, and nothing else; how many of the
questions' expected answers that is, is printed, with those that it is not.

Exits 0 where the ledger shows what was said last, 1 where it does not, and 2 without the data.
"""

import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from benchmarks.checks import Check, failed
from benchmarks.client import Client, Served, serving, word
from benchmarks.machine import described
from benchmarks.on_data import Measured, concluded, data_parser
from benchmarks.report import Report, Table, listed
from benchmarks.templates import PREDICATES, Asked, Told, asked, told
from domain.words import ActorKind

FILE: Final = Path("factconsolidation") / "conflict_resolution.json.gz"
SINGLE_HOP: Final = "factconsolidation_sh_"
TINY_SENTENCES: Final = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Exam:
    """Sentences in order, and questions, each with the answers that are expected."""

    name: str
    sentences: Sequence[Told]
    questions: Sequence[tuple[Asked, Sequence[str]]]

    @property
    def last(self) -> dict[Asked, str]:
        """What was said last of each key: a fold with nothing of ours."""
        return {Asked(each.subject, each.predicate): each.object for each in self.sentences}


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What came of an exam: counts, and the questions that are answered otherwise."""

    keys: int
    revised: int
    shown_equal: int
    answered_equal: int
    otherwise: Sequence[dict[str, object]]
    answers: Counter[str]
    rate: float


def exams(data: Path, *, limit: int | None) -> list[Exam]:
    """The sets whose questions each ask for one fact; raises FileNotFoundError.

    Of a part of them, only what is asked about its own sentences.
    """
    with gzip.open(data / FILE, "rt", encoding="utf-8") as file:
        documents = cast("list[dict[str, object]]", json.load(file))
    named = ((_name(each), each) for each in documents)
    return [_exam(name, each, limit) for name, each in named if name.startswith(SINGLE_HOP)]


def take(served: Served, exam: Exam) -> Result:
    """Tell the sentences to a new ledger, and ask what holds."""
    ledger = served.open_ledger(exam.name, identity="exact")
    admin = served.admin(ledger)
    for each in PREDICATES:
        admin.tell("PUT", f"/predicates/{each}", {"cardinality": "single", "temporal": "state"})
    voice = served.caller(ledger, "sentences", ActorKind.SYSTEM)
    begun = time.perf_counter()
    answers = Counter(map(word, voice.claim([each._asdict() for each in exam.sentences])))
    seconds = time.perf_counter() - begun
    shown, last = _shown(admin), exam.last
    otherwise: list[dict[str, object]] = [
        {"question": f"{key.subject}, {key.predicate}", "expected": expected, "shown": found}
        for key, expected in exam.questions
        if not set(found := shown.get(key, [])) & set(expected) or len(found) != 1
    ]
    return Result(
        keys=len(last),
        revised=sum(answers[verdict] for verdict in ("supersedes", "displaces")),
        shown_equal=sum(shown.get(key) == [value] for key, value in last.items()),
        answered_equal=len(exam.questions) - len(otherwise),
        otherwise=otherwise,
        answers=answers,
        rate=len(exam.sentences) / seconds,
    )


def measure(chosen: Sequence[Exam]) -> Measured:
    """The figures of all exams, and what in them is not as it has to be."""
    figures: dict[str, object] = {}
    rows: list[dict[str, object]] = []
    otherwise: list[dict[str, object]] = []
    wrong: list[str] = []
    answers: Counter[str] = Counter()
    with serving() as served:
        for each in chosen:
            came = take(served, each)
            rows.append(
                {
                    "set": each.name,
                    "sentences": len(each.sentences),
                    "keys": came.keys,
                    "revised": came.revised,
                    "shown as said last": came.shown_equal,
                    "questions": len(each.questions),
                    "as expected": came.answered_equal,
                    "sentences/s": round(came.rate),
                }
            )
            answers += came.answers
            otherwise += came.otherwise
            name = f"{each.name}: keys shown as said last"
            wrong += failed([Check(name=name, found=came.shown_equal, wanted=came.keys)])
        figures |= described(served.on)
    questions = sum(len(each.questions) for each in chosen)
    figures["questions"] = questions
    figures["answers_equal"] = questions - len(otherwise)
    figures["answers"] = listed(answers)
    figures["sets"] = Table(rows)
    figures["otherwise"] = Table(otherwise)
    return Report(figures=figures), wrong


def _name(document: dict[str, object]) -> str:
    metadata = cast("dict[str, list[str]]", document["metadata"])
    return metadata["qa_pair_ids"][0].rpartition("_no")[0]


def _exam(name: str, document: dict[str, object], limit: int | None) -> Exam:
    # The first line is a heading, and each other one has a number.
    numbered = str(document["context"]).splitlines()[1:]
    sentences = [told(line.partition(". ")[2]) for line in numbered[:limit]]
    keys = {Asked(each.subject, each.predicate) for each in sentences}
    questions = [
        (asked(question), answers)
        for question, answers in zip(
            cast("list[str]", document["questions"]),
            cast("list[list[str]]", document["answers"]),
            strict=True,
        )
    ]
    within = [each for each in questions if limit is None or each[0] in keys]
    return Exam(name=name, sentences=sentences, questions=within)


def _shown(client: Client) -> dict[Asked, list[str]]:
    found: dict[Asked, list[str]] = {}
    for each in client.pages("facts"):
        key = Asked(str(each["subject"]), str(each["predicate"]))
        found.setdefault(key, []).append(str(each["object"]))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures, and last what is not as it has to be; returns the exit code."""
    given = data_parser(__doc__, FILE).parse_args(arguments)
    return concluded(
        given, FILE, lambda limit: measure(exams(given.data, limit=limit)), tiny=TINY_SENTENCES
    )


if __name__ == "__main__":
    sys.exit(main())
