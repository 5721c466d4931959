"""Rebuild the read tables with the command line, against reading what they are made of.

Promise: with 1,000,000 events, or --size, at least 0.3 of reading the events and parts in order and
json.loads of each; at most 400 MB of memory; and who writes meanwhile waits at most 50 ms. A window
is a whole rebuild and a whole reading; one more rebuild has a writer beside it.
"""

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, LiteralString, cast

import psycopg

from adapters.postgres.tokens import TokenOrder
from benchmarks.filling import fill, progressing
from benchmarks.ground import Ground, ground
from benchmarks.machine import described
from benchmarks.programs import Ran, run
from benchmarks.report import Multiple, Ratio, Report, Size, magnitude, show, size_of, sized_parser
from benchmarks.timing import timings
from benchmarks.windows import Figure, Stretch, Window, measured
from benchmarks.workload import asserting
from domain.grants import Role
from domain.words import ActorKind, LedgerName

EVENTS = 1_000_000
TINY_EVENTS = 40
GOAL = 0.3
PEAK_MB_MAX = 400
WAIT_MS_MAX = 50

_PAGE_ROWS: Final = 1_000
_MB: Final = 1 << 20

_BODIES: Final = "select body from ledger.event where ledger = %s order by seq"
_CONTENTS: Final = "select content from ledger.part where ledger = %s order by seq, ord"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rebuild:
    """One rebuild, and what the program itself said of it."""

    window: Window
    ran: Ran
    longest_wait_ms: float


def measure(size: Size, *, events: int) -> Report:
    """The figures of one run."""
    with ground(connections=4) as on:
        machine = described(on)
        ledger = on.open_ledger()
        # Its opening is the first of them.
        with progressing(f"{events:,} events", events) as told:
            fill(on, ledger, events - 1, told)
        secret = _secret(on)
        rebuilds: list[Rebuild] = []
        readings: list[Window] = []
        for _ in range(size.windows):
            rebuilds.append(rebuilt(on, ledger, secret))
            readings.append(measured(on, lambda: read(on, ledger)))
        alone, beside, disturbed = _with_a_writer(on, ledger, secret, events, size)
    mine = Figure(windows=tuple(each.window for each in rebuilds))
    floor = Figure(windows=tuple(readings))
    quickest = min(each.ran.seconds for each in rebuilds)
    peak = max(each.ran.peak_bytes for each in (*rebuilds, disturbed)) / _MB
    return Report(
        figures={
            **machine,
            "events": events,
            "rebuild": mine.line(),
            "reading and json.loads": floor.line(),
            "the whole program": f"best {quickest:.1f} s",
            "peak memory of the program": f"{peak:.0f} MB",
            "longest wait, as the program tells": f"{disturbed.longest_wait_ms:.1f} ms",
            "longest wait of a writer": f"{beside:.1f} ms beside a rebuild, {alone:.1f} ms alone",
        },
        ratios=(
            Multiple(
                figure="peak memory", floor=f"{PEAK_MB_MAX} MB", ratio=peak / PEAK_MB_MAX, goal=1
            ),
            Multiple(
                figure="longest wait of a writer",
                floor=f"{WAIT_MS_MAX} ms",
                ratio=beside / WAIT_MS_MAX,
                goal=1,
            ),
            Ratio(
                figure="rebuild",
                floor="reading and json.loads",
                ratio=mine.median / floor.median,
                goal=GOAL,
            ),
        ),
    )


def rebuilt(on: Ground, ledger: LedgerName, secret: str) -> Rebuild:
    """The tables made anew by a program of its own; how long the making took is what it says."""
    found: list[Ran] = []

    def go() -> Stretch:
        environment = {"FACTLEDGER_DATABASE": on.app_url, "FACTLEDGER_TOKEN": secret}
        found.append(run("rebuild", "--ledger", ledger, "--json", environment=environment))
        said = _said(found[0])
        return Stretch(done=cast("int", said["events"]), seconds=cast("float", said["seconds"]))

    window = measured(on, go)
    (ran,) = found
    used = replace(window.used, python_s=window.used.python_s + ran.python_s)
    return Rebuild(
        window=replace(window, used=used),
        ran=ran,
        longest_wait_ms=cast("float", _said(ran)["longest_wait_ms"]),
    )


def read(on: Ground, ledger: LedgerName) -> Stretch:
    """Every event and part of a ledger in order, as JSON."""
    begun = time.perf_counter()
    with psycopg.connect(on.admin_url) as connection:
        events = _loaded(connection, _BODIES, ledger)
        _loaded(connection, _CONTENTS, ledger)
    return Stretch(done=events, seconds=time.perf_counter() - begun)


def _loaded(
    connection: psycopg.Connection[tuple[bytes]], query: LiteralString, ledger: LedgerName
) -> int:
    rows = 0
    with connection.cursor(name="reading") as cursor:
        cursor.itersize = _PAGE_ROWS
        for (content,) in cursor.execute(query, [ledger], binary=True):
            json.loads(content)
            rows += 1
    return rows


def _with_a_writer(
    on: Ground, ledger: LedgerName, secret: str, events: int, size: Size
) -> tuple[float, float, Rebuild]:
    """The longest that a call of a writer took alone and beside a rebuild, in ms; and that."""
    call = asserting(on, ledger, first=events)
    begun = time.perf_counter()
    alone = timings(call, lambda: time.perf_counter() < begun + size.seconds)
    beside: list[float] = []
    over = threading.Event()
    writer = threading.Thread(
        target=lambda: beside.extend(timings(call, lambda: not over.is_set()))
    )
    writer.start()
    try:
        made = rebuilt(on, ledger, secret)
    finally:
        over.set()
        writer.join()
    return max(alone) * 1e3, max(beside) * 1e3, made


def _said(ran: Ran) -> dict[str, object]:
    """What the program said of the one ledger."""
    document = cast("dict[str, list[dict[str, object]]]", json.loads(ran.said))
    (only,) = document["ledgers"]
    return only


def _secret(on: Ground) -> str:
    order = TokenOrder(name="rebuilder", kind=ActorKind.HUMAN, role=Role.ADMIN, ledgers=None)
    return on.services.tokens.begin(order).secret


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last."""
    given = sized_parser(__doc__, of="how many events", full=EVENTS).parse_args(arguments)
    events = magnitude(given, full=EVENTS, tiny=TINY_EVENTS)
    show(measure(size_of(given), events=events), given)


if __name__ == "__main__":
    main()
