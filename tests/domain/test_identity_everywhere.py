"""One digest of all keys, on this Python and on every other one that is at hand."""

import shutil
import sys
from pathlib import Path
from subprocess import run

ROOT = Path(__file__).parents[2]

# Version 1 of identity. A change here is a new version, and old tombstones must still match.
VERSION_1 = """\
folded fef5ba075797f94b229b2753485520fe13df2e2832778f3049f9ff195f417c52
exact 80e64b33ae44ac3e6e06a70e6ad2ced2fbabb72f0213ed4938b7b403e07b5c4b
"""


def test_all_code_points_have_the_keys_of_version_1_on_every_python_here() -> None:
    pythons = _pythons()
    assert sys.version in pythons
    for python in pythons.values():
        command = [python, "-B", "-m", "tests.domain.identity_digest"]
        done = run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout == VERSION_1, python


def _pythons() -> dict[str, str]:
    """An interpreter for each version that starts, this one and those on PATH from 3.11 on."""
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 30)]
    found: dict[str, str] = {}
    for python in [sys.executable, *filter(None, named)]:
        # What is on PATH under this name may be a shim for an interpreter that is not there.
        told = run(
            [python, "-c", "import sys; sys.stdout.write(sys.version)"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if told.returncode == 0:
            found.setdefault(told.stdout, python)
    return found
