"""Whether a ledger is what was sent to it: counted, read back, and verified."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from rich.progress import Progress, TaskID

from adapters.postgres.verifier import Depth, Verifier
from benchmarks.ground import Ground
from benchmarks.plain_fold import PlainFold, folded
from benchmarks.report import listed
from benchmarks.sender import Answer, Sender
from domain.limits import PAGE_ROWS_MAX
from domain.words import LedgerName

TOPICS_READ: Final = 200

_AS_FOLDED: Final = "against a plain fold of the file"


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """Something found in the ledger, and what it has to be."""

    name: str
    found: str
    wanted: str
    note: str

    @property
    def holds(self) -> bool:
        """Whether it is what it has to be."""
        return self.found == self.wanted

    def line(self) -> str:
        """What was found, and what was wanted where that is something else."""
        wrong = "" if self.holds else f", WRONG: it has to be {self.wanted}"
        return f"{self.found}{wrong} ({self.note})"


def counted(sender: Sender, fold: PlainFold) -> Iterator[Check]:
    """Its facts and claims, and the verdicts, against those of the plain fold."""
    ledger = sender.ask()
    counts = cast("dict[str, int]", ledger["counts"])
    yield Check(
        name="facts", found=f"{counts['active']:,}", wanted=f"{fold.facts:,}", note=_AS_FOLDED
    )
    # The first event opened the ledger, and each claim is one more.
    claims = cast("int", ledger["seq"]) - 1
    yield Check(name="claims", found=f"{claims:,}", wanted=f"{fold.claims:,}", note=_AS_FOLDED)
    answers = {
        "recorded": fold.facts,
        "confirmed": fold.claims - fold.facts,
        # Refused at the door, under this code.
        "empty": fold.blank,
    }
    yield Check(
        name="answers", found=listed(sender.answered), wanted=listed(answers), note=_AS_FOLDED
    )


def read_back(sender: Sender, fold: PlainFold) -> Check:
    """Whether topics from all over the file are read back with their values and claims."""
    topics = list(fold.values)
    chosen = topics[:: max(1, len(topics) // TOPICS_READ)]
    alike = sum(_read(sender, *topic) == fold.values[topic] for topic in chosen)
    return Check(
        name="topics read back",
        found=f"{alike:,} of {len(chosen):,} alike",
        wanted=f"{len(chosen):,} of {len(chosen):,} alike",
        note=_AS_FOLDED,
    )


def verified(on: Ground, ledger: LedgerName, progress: Progress) -> Check:
    """Whether everything in the ledger follows from its events, and these from one another."""
    tasks: dict[str, TaskID] = {}

    def told(what: str, done: int, of: int) -> None:
        if what not in tasks:
            tasks[what] = progress.add_task(f"verifying {what}")
        progress.update(tasks[what], completed=done, total=of or None)

    begun = time.perf_counter()
    verifier = Verifier(on.services.pool)
    came = verifier.verify(on.grant, ledger, depth=Depth.TABLES, progress=told)
    seconds = time.perf_counter() - begun
    note = f"{came.size:,} events with all tables in {seconds:.1f} s; " + "; ".join(came.unchecked)
    found = "; ".join(map(str, came.findings[:3])) or "sound"
    return Check(name="verify", found=found, wanted="sound", note=note)


def _read(sender: Sender, subject: str, predicate: str) -> dict[str, int]:
    answer = sender.ask("/facts", subject=subject, predicate=predicate, limit=str(PAGE_ROWS_MAX))
    facts = cast("list[Answer]", answer["facts"])
    return {folded(str(each["object"])): cast("int", each["claims"]) for each in facts}
