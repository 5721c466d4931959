"""Bytes on disk for each assertion, against the bytes of what was said in it.

Promise: at most 6 of them. On disk is all that the database grows by, tables, indexes and what is
dead in them, without the log of the server, which is used again. What was said is what the parts of
the events hold: subject, predicate and object with dates and source, and the words quoted. Claims
are of a short text, as in all benchmarks, and of the same with three sentences of evidence.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import psycopg

from benchmarks.filling import progressing
from benchmarks.ground import Ground, ground
from benchmarks.machine import described, processor
from benchmarks.report import Multiple, Report, magnitude, show, size_of, sized_parser
from benchmarks.workload import claim, say
from domain.commands import AssertFact
from domain.events import Quote
from domain.limits import BATCH_CLAIMS_MAX
from domain.words import LedgerName

CLAIMS = 20_000
TINY_CLAIMS = 200
GOAL = 6.0

SHORT, QUOTED = "short", "with evidence"

_EVIDENCE: Final = (
    "Asked about it in March, the person named here said so without being pressed, and went on to "
    "tell since when. Two colleagues who sat at the same table remember the words alike. Nobody "
    "has contradicted it in the minutes, which went round a week later and were signed by all."
)

_ON_DISK: Final = "select pg_database_size(current_database())"
_SAID: Final = "select sum(octet_length(content)) from ledger.part where ledger = %s"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """What a window of claims came to, in bytes."""

    claims: int
    on_disk: int
    said: int

    @property
    def ratio(self) -> float:
        """How many bytes on disk there are for one that was said."""
        return self.on_disk / self.said

    def line(self) -> str:
        """One line for people."""
        return (
            f"{self.on_disk / self.claims:,.0f} bytes on disk, "
            f"{self.said / self.claims:,.0f} bytes said"
        )


def measure(*, windows: int, claims: int) -> Report:
    """The figures of one run: so many windows of so many claims of either kind."""
    found: dict[str, list[Kept]] = {SHORT: [], QUOTED: []}
    with ground(connections=4) as on, progressing("claims", 2 * windows * claims) as told:
        machine = described(on)
        ledgers = {kind: on.open_ledger() for kind in found}
        before = processor(on)
        for window in range(windows):
            numbers = range(window * claims, (window + 1) * claims)
            for kind, kept in found.items():
                kept.append(_kept(on, ledgers[kind], kind, numbers))
                told(claims)
        used = processor(on).since(before)
    medians = {
        kind: sorted(kept, key=lambda each: each.ratio)[len(kept) // 2]
        for kind, kept in found.items()
    }
    return Report(
        figures={
            **machine,
            "claims": f"{windows} windows of {claims:,} of either kind",
            "processor": f"{used.python_s:.1f} s Python, {used.postgres_s:.1f} s Postgres",
            **{
                kind: f"median {kept.line()}; best {min(each.ratio for each in found[kind]):.2f}"
                for kind, kept in medians.items()
            },
        },
        ratios=tuple(
            Multiple(
                figure=f"bytes on disk, {kind}",
                floor="bytes said",
                ratio=statistics.median(each.ratio for each in found[kind]),
                goal=GOAL,
            )
            for kind in (QUOTED, SHORT)
        ),
    )


def _kept(on: Ground, ledger: LedgerName, kind: str, numbers: range) -> Kept:
    with psycopg.connect(on.admin_url, autocommit=True) as connection:

        def so_far() -> tuple[int, int]:
            (on_disk,) = connection.execute(_ON_DISK).fetchone() or (0,)
            (said,) = connection.execute(_SAID, [ledger]).fetchone() or (None,)
            return on_disk, int(said or 0)

        disk_before, said_before = so_far()
        for batch in _batches(numbers):
            say(on, ledger, (_claim(kind, each) for each in batch))
        disk_after, said_after = so_far()
    return Kept(
        claims=len(numbers), on_disk=disk_after - disk_before, said=said_after - said_before
    )


def _batches(numbers: range) -> Iterator[range]:
    for first in range(0, len(numbers), BATCH_CLAIMS_MAX):
        yield numbers[first : first + BATCH_CLAIMS_MAX]


def _claim(kind: str, number: int) -> AssertFact:
    said = claim(number)
    if kind == SHORT:
        return said
    return replace(said, evidence=(Quote(quote=f"{said.subject}: {_EVIDENCE}", uri=None),))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last."""
    given = sized_parser(__doc__, of="claims in a window", full=CLAIMS).parse_args(arguments)
    claims = magnitude(given, full=CLAIMS, tiny=TINY_CLAIMS)
    show(measure(windows=size_of(given).windows, claims=claims), given)


if __name__ == "__main__":
    main()
