"""What the benchmarks share that read real data: their arguments, and how they end."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.report import Report, show

DATA: Final = Path("../shared/data")

SOUND, FINDINGS, NO_DATA = 0, 1, 2

Measured = tuple[Report, list[str]]
"""The figures, and what in them is not as it has to be."""


def data_parser(about: str | None, file: Path) -> argparse.ArgumentParser:
    """The arguments that each of them takes; `about` is its docstring."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--data", type=Path, default=DATA, help=f"the folder of {file} (default: %(default)s)"
    )
    made.add_argument("--limit", type=int, help="tell no more than the first lines of it")
    made.add_argument("--tiny", action="store_true", help="show that it works, measure nothing")
    made.add_argument("--json", action="store_true", help="print one line of JSON")
    return made


def concluded(
    given: argparse.Namespace, file: Path, measure: Callable[[int | None], Measured], *, tiny: int
) -> int:
    """Measure, and print the figures, then what is wrong; returns the exit code.

    `measure` is given how many lines to read, or None for all; without its file there is nothing.
    """
    if not (given.data / file).exists():
        print(f"not measured: there is no {given.data / file}; name its folder with --data")
        return NO_DATA
    report, wrong = measure(given.limit or (tiny if given.tiny else None))
    show(report, given)
    for each in wrong:
        print(f"WRONG: {each}", file=sys.stderr)
    return FINDINGS if wrong else SOUND
