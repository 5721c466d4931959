"""Send real statements through the HTTP batch API of a server, then verify what came of them.

Seven years of statements about software releases go in the order of their file, 1,000 in a request,
one request after another. Their rate is set against the null committer under batches of the same
size, in the same run. Then the ledger is counted and read back against a fold of the file that has
none of this program's code, and verified from end to end.

Exits 0 where all of that holds, 1 where it does not, and 2 without the data.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress

from benchmarks import checks
from benchmarks.floor import Floor
from benchmarks.ground import Ground, ground
from benchmarks.machine import described
from benchmarks.plain_fold import plain_fold
from benchmarks.report import Ratio, Report, Size, listed, parser, show, size_of
from benchmarks.sender import Sender, sender
from benchmarks.served import served
from benchmarks.statements import FILE, Document, Statements, statements
from benchmarks.windows import Contender, Figure, Window, called, measured
from benchmarks.workload import queueing
from domain.limits import BATCH_CLAIMS_MAX

DATA: Final = Path("../shared/data")
TINY_LINES: Final = 500

SOUND, FINDINGS, NO_DATA = 0, 1, 2


def measure(size: Size, sent: Statements) -> tuple[Report, bool]:
    """The figures of one run, and whether the ledger is what it has to be."""
    fold = plain_fold(sent.documents)
    console = Console(stderr=True)
    with (
        ground() as on,
        served(on.app_url) as server,
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        ledger = on.open_ledger()
        with sender(on, ledger, url=server.url) as client:
            found = _alternated(
                on,
                client,
                _stretches(sent.documents, size.windows),
                progress,
                seconds=size.seconds,
                server=server.pid,
            )
            made = [*checks.counted(client, fold), checks.read_back(client, fold)]
        made.append(checks.verified(on, ledger, progress))
        machine = described(on)
    mine, null = (each.median for each in found.values())
    report = Report(
        figures={
            **machine,
            "lines": listed(sent.kinds),
            "sent": f"{len(sent.documents):,}: a retraction says no value, and is not sent",
            **{each.name: each.line() for each in made},
            **{name: each.line() for name, each in found.items()},
        },
        ratios=(Ratio(figure="statements", floor="null committer", ratio=mine / null),),
    )
    return report, all(each.holds for each in made)


def _alternated(
    on: Ground,
    client: Sender,
    stretches: Sequence[Sequence[Document]],
    progress: Progress,
    *,
    seconds: float,
    server: int,
) -> dict[str, Figure]:
    """The figures of the statements, a window a stretch, and of the null committer between them."""
    committer = Floor(on).committer()
    null = Contender(
        name="null committer", call=queueing(on, committer, batch=BATCH_CLAIMS_MAX), callers=1
    )
    task = progress.add_task("sending", total=sum(map(len, stretches)))
    windows: list[tuple[Window, Window]] = []
    for stretch in stretches:
        mine = measured(
            on, partial(client.send, stretch, partial(progress.advance, task)), server=server
        )
        windows.append((mine, measured(on, partial(called, null, seconds=seconds))))
    committer.close()
    sent, inserted = zip(*windows, strict=True)
    return {"statements": Figure(windows=sent), null.name: Figure(windows=inserted)}


def _stretches(documents: Sequence[Document], count: int) -> list[Sequence[Document]]:
    length = -(-len(documents) // count)
    return [documents[start : start + length] for start in range(0, len(documents), length)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures, the ratio last; returns the exit code."""
    made = parser(__doc__)
    made.add_argument(
        "--data", type=Path, default=DATA, help=f"the folder of {FILE} (default: %(default)s)"
    )
    made.add_argument("--limit", type=int, help="send no more than the first lines")
    given = made.parse_args(arguments)
    limit = given.limit or (TINY_LINES if given.tiny else None)
    try:
        sent = statements(given.data, limit=limit)
    except FileNotFoundError:
        print(f"not measured: there is no {given.data / FILE}; name its folder with --data")
        return NO_DATA
    report, is_sound = measure(size_of(given), sent)
    show(report, given)
    return SOUND if is_sound else FINDINGS


if __name__ == "__main__":
    sys.exit(main())
