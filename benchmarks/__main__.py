"""Run every script, each as a program of its own, and print what was promised beside what is.

Exits 0 when all were run, whatever they measured, and 1 when one of them failed or had no data;
with --tiny one that has no data says so, and counts for nothing.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.on_data import DATA, NO_DATA, SOUND

SCRIPTS: Final[tuple[tuple[str, ...], ...]] = (
    ("assert_callers",),
    ("assert_callers", "--callers", "1"),
    ("assert_batches",),
    ("http_callers",),
    ("verify_chain",),
    ("reads",),
    ("growth",),
    ("rebuild",),
    ("ledgers",),
    ("storage",),
    ("mixed",),
    ("start",),
    ("endoflife",),
    ("yago",),
    ("factconsolidation",),
)

ON_DATA: Final = ("endoflife", "yago", "factconsolidation")
"""Those that read real data, which is not part of the project."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all of them in turn; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="show that they work, measure nothing")
    parser.add_argument("--data", type=Path, default=DATA, help="default: %(default)s")
    given = parser.parse_args(arguments)
    ended = [_run(script, data=given.data, is_tiny=given.tiny) for script in SCRIPTS]
    lacking = ended.count(NO_DATA)
    print(f"{ended.count(SOUND)} of {len(ended)} were run to their end, {lacking} had no data")
    forgiven = {SOUND, NO_DATA} if given.tiny else {SOUND}
    return 0 if forgiven.issuperset(ended) else 1


def _run(script: tuple[str, ...], *, data: Path, is_tiny: bool) -> int:
    name, *options = script
    print(f"{' '.join(script)}:", flush=True)
    command = [sys.executable, "-m", f"benchmarks.{name}", *options]
    if name in ON_DATA:
        command += ["--data", str(data)]
    if is_tiny:
        command += ["--tiny"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    for line in ran.stdout.splitlines():
        print(f"    {line}")
    if ran.returncode:
        print(f"    exit code {ran.returncode}")
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main())
