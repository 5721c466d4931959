"""Assert with many callers on one ledger, each waiting for its answer, against a null committer.

Promise: with 64 callers at least 0.5 of the null committer, which has the same queue and groups and
inserts the same bytes, and 1.2 of a bare autocommitted INSERT; with one caller 0.25 of it.
"""

from collections.abc import Sequence

from benchmarks.floor import Floor
from benchmarks.ground import ground
from benchmarks.machine import described
from benchmarks.report import Ratio, Report, Size, parser, show, size_of
from benchmarks.windows import Contender, alternate
from benchmarks.workload import asserting, queueing

CALLERS = 64
GOAL_MANY = 0.5
GOAL_ONE = 0.25
GOAL_BARE = 1.2


def measure(size: Size, *, callers: int) -> Report:
    """The figures of one run."""
    with ground(connections=max(16, callers)) as on:
        floor = Floor(on)
        committer = floor.committer()
        found = alternate(
            on,
            [
                Contender(name=name, call=call, callers=callers)
                for name, call in (
                    ("assert", asserting(on, on.open_ledger())),
                    ("null committer", queueing(on, committer)),
                    ("bare INSERT", floor.inserting()),
                )
            ],
            size=size,
        )
        committer.close()
        machine = described(on)
    mine, null, bare = (each.median for each in found.values())
    to_null = Ratio(
        figure=f"assert, callers {callers}",
        floor="null committer",
        ratio=mine / null,
        goal=GOAL_ONE if callers == 1 else GOAL_MANY,
    )
    to_bare = Ratio(
        figure=f"assert, callers {callers}", floor="bare INSERT", ratio=mine / bare, goal=GOAL_BARE
    )
    return Report(
        figures={**machine, **{name: each.line() for name, each in found.items()}},
        ratios=(to_null,) if callers == 1 else (to_bare, to_null),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the promised ratio last."""
    made = parser(__doc__)
    made.add_argument(
        "--callers", type=int, default=CALLERS, help="how many (default: %(default)s)"
    )
    given = made.parse_args(arguments)
    show(measure(size_of(given), callers=given.callers), given)


if __name__ == "__main__":
    main()
