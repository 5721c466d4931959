"""Assert with many callers on one ledger, against a null committer: same queue, same groups.

Promise: at least 0.5 of the null committer with 64 callers, 0.25 with one.
Workload: each claim has a subject of its own, one predicate and a short text; nothing is confirmed.
"""

import argparse
import itertools
import threading
import time
from collections.abc import Callable

from adapters.postgres.committer import Committer, Ticket
from adapters.postgres.ledger import Request
from adapters.postgres.orders import Order, fresh_id
from benchmarks.floor import as_json, insert, null_committer, prepare, sealed_bytes
from benchmarks.ground import Ground, alternate, cpu_seconds, describe, ground
from domain.commands import AssertFact
from domain.values import Text
from domain.words import LedgerName

GOAL = {64: 0.5, 1: 0.25}


def claim(number: int) -> AssertFact:
    """The claim of this number."""
    return AssertFact(
        subject=f"subject {number}", predicate="likes", object=Text(text=f"object {number}")
    )


def rate(callers: int, seconds: float, call: Callable[[int], object]) -> float:
    """Calls a second of as many threads that call again as soon as they are answered."""
    numbers = itertools.count()
    done = [0] * callers
    until = time.perf_counter() + seconds

    def run(caller: int) -> None:
        while time.perf_counter() < until:
            call(next(numbers))
            done[caller] += 1

    begun = time.perf_counter()
    threads = [threading.Thread(target=run, args=(caller,)) for caller in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - begun)


def ours(on: Ground, ledger: LedgerName, callers: int, seconds: float) -> float:
    """The write path itself."""
    begin = time.monotonic_ns()

    def call(number: int) -> None:
        request = Request(command=claim(begin + number))
        on.services.ledger.submit(on.grant, ledger, [request]).result()

    return rate(callers, seconds, call)


def null(on: Ground, committer: Committer, callers: int, seconds: float) -> float:
    """The null committer under the same callers."""

    def call(number: int) -> None:
        order = Order(command=claim(number), actor=on.grant.actor, id=fresh_id())
        committer.submit(Ticket(orders=[order])).result()

    return rate(callers, seconds, call)


def bare(on: Ground, ledger: LedgerName, callers: int, seconds: float) -> float:
    """One autocommitted INSERT of event and part for each call, without queue or group."""
    sealed = sealed_bytes(on, ledger, claim(0), 1)
    begin = time.monotonic_ns()
    return rate(
        callers, seconds, lambda number: insert(on.services.pool, ledger, sealed, [begin + number])
    )


def measure(*, callers: int, seconds: float, windows: int) -> dict[str, object]:
    """All figures of one run; `ratio` is ours to the null committer's, by medians."""
    with ground(connections=max(16, callers)) as on:
        prepare(on)
        ledger = on.open_ledger()
        bare_ledger = LedgerName("bare")
        sealed = sealed_bytes(on, ledger, claim(0), 1)
        committer = null_committer(on.services.pool, ledger, sealed)
        before = cpu_seconds(on)
        mine, floor, single = alternate(
            [
                ("assert", lambda: ours(on, ledger, callers, seconds)),
                ("null committer", lambda: null(on, committer, callers, seconds)),
                ("bare autocommit INSERT", lambda: bare(on, bare_ledger, callers, seconds)),
            ],
            windows=windows,
        )
        after = cpu_seconds(on)
        committer.close()
        figures = describe(on)
    for each in (mine, floor, single):
        figures[each.name] = each.line()
    figures |= {
        "callers": callers,
        "cpu_s_python": round(after[0] - before[0], 1),
        "cpu_s_postgres": round(after[1] - before[1], 1),
        "ratio_to_bare": round(mine.median / single.median, 2),
        "goal": GOAL.get(callers),
        "ratio": round(mine.median / floor.median, 2),
    }
    return figures


def main() -> None:
    """Print the figures, the ratio last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--callers", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    figures = measure(callers=given.callers, seconds=given.seconds, windows=given.windows)
    if given.json:
        print(as_json(figures))
        return
    for name, figure in figures.items():
        print(f"{name}: {figure}")


if __name__ == "__main__":
    main()
