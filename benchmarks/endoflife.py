"""Tell seven years of real statements about software releases to a ledger, three times over.

Once in one voice, whose every word replaces its last one: then what is shown now, for any day and
as of any day has to be what a fold of the file has that uses none of this program's code. Once as a
system that names the 655 sources, and once as those people themselves: then sources argue, and how
often the ledger shows what the maintainers had is measured, with why it does not.

Everything goes over HTTP to a server of the real kind. Exits 0 where it is as it has to be, 1 where
it is not, and 2 without the data.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress

from benchmarks.beliefs import pairs
from benchmarks.checks import Check, failed, reproduced, verified
from benchmarks.client import serving
from benchmarks.machine import described
from benchmarks.on_data import Measured, concluded, data_parser
from benchmarks.plain_fold import plain_fold
from benchmarks.replays import Cast, File, Replay, replay
from benchmarks.report import Report, Table, listed
from benchmarks.statements import FILE, final_state, lines

TINY_LINES: Final = 500

NAMED_SHARE_LEAST: Final = 0.99
"""Of the keys, those that have to show what the maintainers have where sources are named."""


def read(data: Path, *, limit: int | None) -> File:
    """What is to be told; raises FileNotFoundError. The end of a part is what the fold says."""
    told = lines(data, limit=limit)
    fold = plain_fold(told)
    final = fold.final() if limit else final_state(data)
    return File(lines=told, fold=fold, final=final, pairs=pairs(told))


def measure(file: File, casts: Sequence[Cast]) -> Measured:
    """The figures of all tellings, and what in them is not as it has to be."""
    console = Console(stderr=True)
    with (
        serving() as served,
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        figures: dict[str, object] = {
            **described(served.on),
            "lines": len(file.lines),
            "final": len(file.final),
            "pairs": len(file.pairs),
        }
        wrong: list[str] = []
        for each in casts:
            task = progress.add_task(each, total=len(file.lines))
            came = replay(served, each, file, partial(progress.advance, task))
            checks = _checks(each, file, came)
            told = _told(came)
            figures |= {f"{each}: {name}": figure for name, figure in told.items()}
            if each is Cast.ONE_VOICE:
                figures |= {name: told[name] for name in EQUALS}
                for what in (verified, reproduced):
                    check, line = what(served.on, came.ledger)
                    checks.append(check)
                    figures[f"{each}: {check.name}"] = line
            wrong += failed(checks)
    return Report(figures=figures), wrong


EQUALS: Final = ("final_equal", "known_at_equal", "valid_at_equal")


def _told(came: Replay) -> dict[str, object]:
    return {
        "final_equal": came.final_equal,
        "known_at_equal": came.known_at_equal,
        "valid_at_equal": came.valid_at_equal,
        "beyond": came.beyond,
        "strays": came.strays,
        "answers": listed(came.sent.answered),
        "ends": listed(came.sent.ended),
        "statements": came.statements.line(),
        "predicates": came.predicates,
        "differing": Table(came.differing),
    }


def _checks(cast: Cast, file: File, came: Replay) -> list[Check]:
    match cast:
        case Cast.ONE_VOICE:
            return [
                Check(name="final_equal", found=came.final_equal, wanted=len(file.final)),
                Check(name="known_at_equal", found=came.known_at_equal, wanted=len(file.pairs)),
                Check(name="valid_at_equal", found=came.valid_at_equal, wanted=len(file.pairs)),
                Check(
                    name="beyond",
                    found=came.beyond,
                    wanted=len(file.fold.final().keys() - file.final.keys()),
                ),
                Check(name="strays", found=came.strays, wanted=0),
            ]
        case Cast.NAMED_SOURCES:
            share = came.final_equal / len(file.final)
            is_enough = share > NAMED_SHARE_LEAST
            return [Check(name="more than 0.99 of named sources", found=is_enough, wanted=True)]
        case Cast.PEOPLE:
            return []


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures, and last what is not as it has to be; returns the exit code."""
    made = data_parser(__doc__, FILE)
    made.add_argument("--cast", action="append", choices=list(Cast), help="who speaks; again")
    given = made.parse_args(arguments)
    casts = [Cast(each) for each in given.cast or Cast]
    return concluded(
        given, FILE, lambda limit: measure(read(given.data, limit=limit), casts), tiny=TINY_LINES
    )


if __name__ == "__main__":
    sys.exit(main())
