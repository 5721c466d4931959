"""Ask and write as a ledger grows: with 1,000,000 facts, or --size, against itself with 10,000.

Promise: of an assertion of one caller, of the current fact of a subject's predicate and of the same
as of both times the p50 is at most 1.3 of that at 10,000, and of a timeline 3. The two ledgers
are each in a database server of their own, so that nothing of one is in what the other reads. Who
asks may only read: what an agent is shown is noted once a minute, which of so many is every answer.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import product

from benchmarks.asking import as_of, current, in_one, seen_by, timeline
from benchmarks.filling import fill, progressing
from benchmarks.ground import Ground, ground
from benchmarks.machine import described
from benchmarks.report import Multiple, Report, Size, parser, show, size_of
from benchmarks.timing import Timed, Times, timed_in_turns
from benchmarks.workload import Call, asserting
from domain.grants import Role
from domain.words import LedgerName

SMALL = 10_000
LARGE = 1_000_000
TINY_SMALL, TINY_LARGE = 20, 60

GOALS = {"timeline": 3.0, "assert": 1.3, "current fact": 1.3, "as of both times": 1.3}


def measure(size: Size, *, small: int, large: int) -> Report:
    """The figures of one run."""
    with ExitStack() as stack:
        figures: dict[str, object] = {}
        contenders: list[Timed] = []
        for facts in (small, large):
            on = stack.enter_context(ground(connections=4))
            figures = figures or described(on)
            with progressing(f"{facts:,} facts", facts) as told:
                ledger = on.open_ledger()
                fill(on, ledger, facts, told)
            for name, call in _calls(on, ledger, facts).items():
                contenders.append(Timed(name=_named(name, facts), on=on, call=call))
        times = timed_in_turns(contenders, windows=size.windows, seconds=size.seconds)
    names = [_named(name, facts) for name, facts in product(GOALS, (small, large))]
    return Report(
        figures={**figures, **{name: times[name].line() for name in names}},
        ratios=tuple(_ratio(times, name, small=small, large=large) for name in GOALS),
    )


def _calls(on: Ground, ledger: LedgerName, facts: int) -> dict[str, Call]:
    choose = in_one(on, ledger, facts)
    reader = seen_by(Role.READER, on, ledger)
    return {
        "assert": asserting(on, ledger, first=facts),
        "current fact": current(reader, choose),
        "as of both times": as_of(reader, choose),
        "timeline": timeline(reader, choose),
    }


def _ratio(times: dict[str, Times], name: str, *, small: int, large: int) -> Multiple:
    mine, floor = times[_named(name, large)], times[_named(name, small)]
    return Multiple(
        figure=f"p50 of {_named(name, large)}",
        floor=f"{small:,}",
        ratio=mine.p50 / floor.p50,
        goal=GOALS[name],
    )


def _named(name: str, facts: int) -> str:
    return f"{name} at {facts:,}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last."""
    made = parser(__doc__)
    made.add_argument("--size", type=int, help=f"how many facts (default: {LARGE:,})")
    given = made.parse_args(arguments)
    small, large = (TINY_SMALL, TINY_LARGE) if given.tiny else (SMALL, LARGE)
    show(measure(size_of(given), small=small, large=given.size or large), given)


if __name__ == "__main__":
    main()
