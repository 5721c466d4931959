"""A shell session as a reader of the README has one: in a checkout, with a service beside it."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.console import surroundings
from tests.postgres import open_folder

ROOT = Path(__file__).parent.parent.parent
SERVE = "make serve"
PATIENCE_S = 300

# With what `make test` sets, a make that a test runs would take itself for a part of that one.
_FROM_OTHERS = ("ARGS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONPATH", "VIRTUAL_ENV")

_BEGUN, _ENDED = "\x1e", "\x1f"

# A service stays until the next one is started or the session is over.
_STOP = """
stop_service() {
    test -z "$service" || { kill "$service"; wait "$service"; }
    service=
}
trap stop_service EXIT
"""
_START = """
    stop_service
    make serve >>service.log 2>&1 &
    service=$!
    until curl -fs -o /dev/null http://127.0.0.1:8420/ready; do
        kill -0 $service || { cat service.log; break; }
        sleep 0.1
    done
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """What came of a command; its output as a terminal shows it."""

    code: int
    output: str


@contextmanager
def checkout(*, laid: bool = True) -> Generator[Path]:
    """A folder like a checkout, after `make install` if it is to be laid.

    The Makefile is the tree's own, and so are the programs; what they write stays in the folder.
    """
    with open_folder() as folder:
        for name in ("Makefile", "pyproject.toml", "requirements.lock", "sql"):
            (folder / name).symlink_to(ROOT / name)
        if laid:
            _lay(folder / ".venv")
        yield folder


def _lay(venv: Path) -> None:
    venv.mkdir()
    marks = ("locked", "installed")
    for each in Path(sys.prefix).iterdir():
        if each.name not in marks:
            (venv / each.name).symlink_to(each)
    for name in marks:
        (venv / name).touch()


def bare(variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of someone who has set nothing but these, and whom no make has called."""
    kept = {name: text for name, text in surroundings({}).items() if name not in _FROM_OTHERS}
    return {**kept, **(variables or {})}


def run(commands: Sequence[str], folder: Path, variables: Mapping[str, str]) -> list[Ran]:
    """Run commands in one shell, in order; a service is waited for until it answers."""
    script = _STOP + "".join(f"printf '{_BEGUN}'\n{_step(each)}" for each in commands)
    shell = subprocess.Popen(
        ["bash", "-c", script],
        cwd=folder,
        env=bare(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    with shell:
        try:
            output, _ = shell.communicate(timeout=PATIENCE_S)
        finally:
            if shell.poll() is None:
                os.killpg(shell.pid, signal.SIGKILL)
    return [_ran(each) for each in output.split(_BEGUN)[1:]]


def _step(command: str) -> str:
    body = _START if command == SERVE else f"{command}\n"
    return f"{{\n{body}}}\nprintf '{_ENDED}%s' $?\n"


def _ran(text: str) -> Ran:
    output, _, code = text.partition(_ENDED)
    return Ran(code=int(code), output=output)
