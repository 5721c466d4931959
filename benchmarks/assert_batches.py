"""Assert in batches of 1,000, against the same claims one by one and COPY of the same rows.

Promise: at least 1.4 of 64 callers that each wait for the answer to a claim, and 0.10 of COPY with
100 events and their parts in a transaction. Batches come from two callers, so that one is built
while another is written.
"""

from collections.abc import Sequence

from benchmarks.assert_callers import CALLERS
from benchmarks.floor import Floor
from benchmarks.ground import ground
from benchmarks.machine import described
from benchmarks.report import Ratio, Report, Size, parser, show, size_of
from benchmarks.windows import Contender, alternate
from benchmarks.workload import asserting
from domain.limits import BATCH_CLAIMS_MAX

BATCH_CALLERS = 2
GOAL_CALLERS = 1.4
GOAL_COPY = 0.10


def measure(size: Size) -> Report:
    """The figures of one run."""
    with ground() as on:
        batch = asserting(on, on.open_ledger(), batch=BATCH_CLAIMS_MAX)
        found = alternate(
            on,
            [
                Contender(name="batches", call=batch, callers=BATCH_CALLERS),
                Contender(name="64 callers", call=asserting(on, on.open_ledger()), callers=CALLERS),
                Contender(name="COPY", call=Floor(on).copying(), callers=1),
            ],
            size=size,
        )
        machine = described(on)
    batches, callers, copy = (each.median for each in found.values())
    return Report(
        figures={**machine, **{name: each.line() for name, each in found.items()}},
        ratios=(
            Ratio(figure="batches", floor="COPY", ratio=batches / copy, goal=GOAL_COPY),
            Ratio(figure="batches", floor="64 callers", ratio=batches / callers, goal=GOAL_CALLERS),
        ),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratios last."""
    given = parser(__doc__).parse_args(arguments)
    show(measure(size_of(given)), given)


if __name__ == "__main__":
    main()
