"""Ask and write in 10,000 ledgers of 10 facts each, or --ledgers, against one with all the facts.

Promise: of an assertion of one caller, of the current fact of a subject's predicate and of the same
as of both times the p50 is at most 1.5 of that in one ledger. Each call is of another ledger.
"""

import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from benchmarks.asking import Choose, Place, as_of, choosing, current, in_one
from benchmarks.chance import draws
from benchmarks.filling import CALLERS, fill, progressing, settle
from benchmarks.ground import Ground, ground
from benchmarks.machine import described
from benchmarks.report import Multiple, Report, Size, parser, show, size_of
from benchmarks.timing import Timed, timed_in_turns
from benchmarks.workload import Call, asserting, claim, say
from domain.words import LedgerName, Seq

LEDGERS = 10_000
TINY_LEDGERS = 5
FACTS_EACH = 10
GOAL = 1.5

MANY, ONE = "in many", "in one"


def measure(size: Size, *, ledgers: int) -> Report:
    """The figures of one run."""
    facts = ledgers * FACTS_EACH
    with ground(connections=4) as many, ground(connections=4) as one:
        machine = described(many)
        names = _opened(many, ledgers)
        ledger = one.open_ledger()
        with progressing(f"{facts:,} facts in one ledger", facts) as told:
            fill(one, ledger, facts, told)
        calls = {
            MANY: (many, _asserting(many, names), _anywhere(names)),
            ONE: (one, asserting(one, ledger, first=facts), in_one(one, ledger, facts)),
        }
        times = timed_in_turns(
            [
                Timed(name=f"{name} {where}", on=on, call=call)
                for where, (on, assert_, choose) in calls.items()
                for name, call in (
                    ("current fact", current(on, choose)),
                    ("as of both times", as_of(on, choose)),
                    ("assert", assert_),
                )
            ],
            windows=size.windows,
            seconds=size.seconds,
        )
    return Report(
        figures={
            **machine,
            "ledgers": ledgers,
            "facts": facts,
            **{name: each.line() for name, each in times.items()},
        },
        ratios=tuple(
            Multiple(
                figure=f"p50 of {name} {MANY}",
                floor=ONE,
                ratio=times[f"{name} {MANY}"].p50 / times[f"{name} {ONE}"].p50,
                goal=GOAL,
            )
            for name in ("current fact", "as of both times", "assert")
        ),
    )


def _opened(on: Ground, ledgers: int) -> list[LedgerName]:
    """Ledgers with the first claims of the workload in each."""

    def make(_number: int) -> LedgerName:
        name = on.open_ledger()
        say(on, name, map(claim, range(FACTS_EACH)))
        return name

    names: list[LedgerName] = []
    with (
        progressing(f"{ledgers:,} ledgers", ledgers) as told,
        ThreadPoolExecutor(CALLERS) as callers,
    ):
        for name in callers.map(make, range(ledgers)):
            names.append(name)
            told(1)
    settle(on)
    return names


def _anywhere(names: Sequence[LedgerName]) -> Choose:
    """Draws a claim of any of the ledgers, as it stood when all of them were made."""
    now = datetime.now(UTC)

    def place(drawn: Iterator[int]) -> Place:
        name, number = names[next(drawn) % len(names)], next(drawn) % FACTS_EACH
        return Place(ledger=name, number=number, known_at=Seq(FACTS_EACH + 1), valid_at=now)

    return choosing(place)


def _asserting(on: Ground, names: Sequence[LedgerName]) -> Call:
    """Asserts one new fact after another, each in a ledger that is drawn."""
    drawn, numbers = draws("ledgers"), itertools.count(FACTS_EACH)

    def call() -> int:
        return say(on, names[next(drawn) % len(names)], [claim(next(numbers))])

    return call


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last."""
    made = parser(__doc__)
    made.add_argument("--ledgers", type=int, help=f"how many (default: {LEDGERS:,})")
    given = made.parse_args(arguments)
    ledgers = given.ledgers or (TINY_LEDGERS if given.tiny else LEDGERS)
    show(measure(size_of(given), ledgers=ledgers), given)


if __name__ == "__main__":
    main()
