"""Verify a whole chain in plain SQL, with sql/checks/verify_chain.sql, against hashing its bodies.

Promise: at least 0.25 of `SELECT count(sha256(body))` over the same events, which no parallel
workers help. Both are of a ledger of 100,000 events, or --size, and are read from memory by then.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from benchmarks.filling import fill, progressing
from benchmarks.ground import ground
from benchmarks.machine import described
from benchmarks.report import Ratio, Report, Size, magnitude, show, size_of, sized_parser
from benchmarks.windows import Contender, alternate
from benchmarks.workload import Call
from domain.words import LedgerName

EVENTS = 100_000
TINY_EVENTS = 20
GOAL = 0.25

_BODIES: Final = "select count(sha256(body)) from ledger.event where ledger = %s"


def measure(size: Size, *, events: int) -> Report:
    """The figures of one run; of a chain that is none, RuntimeError."""
    with ground(connections=4) as on, psycopg.connect(on.admin_url, autocommit=True) as connection:
        connection.execute("set max_parallel_workers_per_gather = 0")
        ledger = on.open_ledger()
        # Its opening is the first of them.
        with progressing(f"{events:,} events", events) as told:
            fill(on, ledger, events - 1, told)
        contenders = [
            Contender(name=name, call=call, callers=1)
            for name, call in (
                ("verify_chain.sql", verifying(connection, ledger, events)),
                ("sha256(body)", hashing(connection, ledger, events)),
            )
        ]
        for each in contenders:
            each.call()
        found = alternate(on, contenders, size=size)
        machine = described(on)
    mine, floor = (each.median for each in found.values())
    return Report(
        figures={
            **machine,
            "events": events,
            **{name: each.line() for name, each in found.items()},
        },
        ratios=(
            Ratio(figure="verify_chain.sql", floor="sha256(body)", ratio=mine / floor, goal=GOAL),
        ),
    )


def verifying(connection: Connection[TupleRow], ledger: LedgerName, events: int) -> Call:
    """Runs the whole script as an auditor does; the events that it went through."""
    chain, root = (
        (files("sql") / "checks" / "verify_chain.sql")
        .read_bytes()
        .replace(b":'ledger'", f"'{ledger}'".encode())
        .split(b";\n\n")
    )

    def call() -> int:
        faults = connection.execute(chain).fetchall()
        (size, _) = connection.execute(root).fetchone() or (0, "")
        return _all(events, size - len(faults))

    return call


def hashing(connection: Connection[TupleRow], ledger: LedgerName, events: int) -> Call:
    """Hashes every body and does nothing else."""

    def call() -> int:
        (count,) = connection.execute(_BODIES, [ledger]).fetchone() or (0,)
        return _all(events, count)

    return call


def _all(events: int, count: int) -> int:
    if count != events:
        raise RuntimeError(f"{count} of {events} events were gone through and sound")
    return count


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratio last."""
    given = sized_parser(__doc__, of="how many events", full=EVENTS).parse_args(arguments)
    events = magnitude(given, full=EVENTS, tiny=TINY_EVENTS)
    show(measure(size_of(given), events=events), given)


if __name__ == "__main__":
    main()
