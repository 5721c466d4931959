"""Run every script, each as a program of its own, and print what was promised beside what is.

Exits 0 when all were run, whatever they measured, and 1 when one of them failed or had no data.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.endoflife import DATA

SCRIPTS: Final[tuple[tuple[str, ...], ...]] = (
    ("assert_callers",),
    ("assert_callers", "--callers", "1"),
    ("assert_batches",),
    ("endoflife",),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all of them in turn; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="show that they work, measure nothing")
    parser.add_argument("--data", type=Path, default=DATA, help="default: %(default)s")
    given = parser.parse_args(arguments)
    ended = [_run(script, data=given.data, is_tiny=given.tiny) for script in SCRIPTS]
    return 0 if all(ended) else 1


def _run(script: tuple[str, ...], *, data: Path, is_tiny: bool) -> bool:
    name, *options = script
    print(f"{' '.join(script)}:", flush=True)
    command = [sys.executable, "-m", f"benchmarks.{name}", *options]
    if name == "endoflife":
        command += ["--data", str(data)]
    if is_tiny:
        command += ["--tiny"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    for line in ran.stdout.splitlines():
        print(f"    {line}")
    if ran.returncode:
        print(f"    exit code {ran.returncode}")
    return not ran.returncode


if __name__ == "__main__":
    sys.exit(main())
