"""Ask and write at once: what 99 of 100 calls keep within, against what one in two does.

Promise: the p99 of every kind of call is at most 10 of its p50, while 8 callers assert, one asserts
in batches of 100, and 8 ask for current facts, for facts as of both times and for timelines.
"""

import statistics
from collections.abc import Sequence

from benchmarks.asking import as_of, current, in_one, timeline
from benchmarks.filling import fill, progressing
from benchmarks.ground import Ground, ground
from benchmarks.machine import described, processor
from benchmarks.report import Multiple, Report, Size, magnitude, show, size_of, sized_parser
from benchmarks.timing import percentile, timed_together
from benchmarks.workload import Call, asserting
from domain.words import LedgerName

FACTS = 10_000
TINY_FACTS = 50
GOAL = 10.0

BATCH = 100
WRITERS = 8

_FAR = 1_000_000
"""Between the numbers of what is claimed alone and in batches."""


def measure(size: Size, *, facts: int) -> Report:
    """The figures of one run."""
    with ground(connections=24) as on:
        machine = described(on)
        ledger = on.open_ledger()
        with progressing(f"{facts:,} facts", facts) as told:
            fill(on, ledger, facts, told)
        calls = _calls(on, ledger, facts)
        before = processor(on)
        windows = [timed_together(calls, seconds=size.seconds) for _ in range(size.windows)]
        used = processor(on).since(before)
    times = {name: [window[name] for window in windows] for name, _, _ in calls}
    ratios = [
        Multiple(
            figure=f"p99 of {name}",
            floor="its p50",
            ratio=statistics.median(percentile(each, 99) / percentile(each, 50) for each in found),
            goal=GOAL,
        )
        for name, found in times.items()
    ]
    return Report(
        figures={
            **machine,
            "facts": facts,
            "processor": f"{used.python_s:.1f} s Python, {used.postgres_s:.1f} s Postgres",
            **{name: _line(found) for name, found in times.items()},
        },
        ratios=tuple(sorted(ratios, key=lambda each: each.ratio)),
    )


def _calls(on: Ground, ledger: LedgerName, facts: int) -> list[tuple[str, Call, int]]:
    choose = in_one(on, ledger, facts)
    return [
        ("assert", asserting(on, ledger, first=facts), WRITERS),
        (f"batch of {BATCH}", asserting(on, ledger, first=facts + _FAR, batch=BATCH), 1),
        ("current fact", current(on, choose), 4),
        ("as of both times", as_of(on, choose), 2),
        ("timeline", timeline(on, choose), 2),
    ]


def _line(windows: Sequence[Sequence[float]]) -> str:
    calls = sum(map(len, windows))
    p50s = [percentile(each, 50) * 1e3 for each in windows]
    p99s = [percentile(each, 99) * 1e3 for each in windows]
    return (
        f"p50 median {statistics.median(p50s):.2f} ms, best {min(p50s):.2f} ms; "
        f"p99 median {statistics.median(p99s):.2f} ms, best {min(p99s):.2f} ms; {calls:,} calls"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last: the worst kind is the last one."""
    given = sized_parser(__doc__, of="facts beforehand", full=FACTS).parse_args(arguments)
    facts = magnitude(given, full=FACTS, tiny=TINY_FACTS)
    show(measure(size_of(given), facts=facts), given)


if __name__ == "__main__":
    main()
