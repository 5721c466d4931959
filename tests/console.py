"""The console script as people run it: a program of its own, with nothing of this process."""

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import httpx

SCRIPT = Path(sys.executable).with_name("factledger")
PATIENCE_S = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """What became of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, object]:
        """What it printed, as JSON."""
        return cast("dict[str, object]", json.loads(self.out))


def surroundings(changes: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without what would bend the program, and with these changes."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("FACTLEDGER_", "PG"))
    }
    return {**kept, **changes}


def factledger(
    *arguments: str | Path,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    typed: str = "",
) -> Done:
    """Run a command to its end, in pipes."""
    done = subprocess.run(
        [SCRIPT, *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=surroundings(environment or {}),
        cwd=folder,
        input=typed,
        timeout=PATIENCE_S,
    )
    return Done(code=done.returncode, out=done.stdout, err=done.stderr)


@dataclass(frozen=True, kw_only=True, slots=True)
class Service:
    """A service under way."""

    process: subprocess.Popen[str]
    url: str
    said: Sequence[str]
    logged: list[str] = field(default_factory=list[str])

    def client(self, token: str) -> httpx.Client:
        """A client that comes in with a token."""
        return httpx.Client(
            base_url=self.url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_S
        )

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; returns the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextmanager
def served(
    *arguments: str | Path, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> Generator[Service]:
    """A service on a free port, ready; told to stop at the end, if it has not ended by then."""
    process = subprocess.Popen(
        [SCRIPT, "serve", "--port", "0", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=surroundings(environment or {}),
        cwd=folder,
    )
    with process:
        try:
            yield _ready(process)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(PATIENCE_S)


def _ready(process: subprocess.Popen[str]) -> Service:
    assert process.stdout is not None
    assert process.stderr is not None
    logged: list[str] = []
    # Read all along: a pipe that nobody reads would stop the service once it is full.
    reader = threading.Thread(target=logged.extend, args=(process.stderr,), daemon=True)
    reader.start()
    said: list[str] = []
    for line in process.stdout:
        said.append(line.rstrip("\n"))
        if line.startswith("ready: "):
            url = line.removeprefix("ready: ").strip()
            return Service(process=process, url=url, said=said, logged=logged)
    reader.join()
    raise AssertionError(f"it ended before it was ready: {said} {logged}")


class Terminal:
    """A command at a terminal, as a person has it: keys go in, and what is shown comes out."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.shown = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        assert self._process.stdin is not None
        self._process.stdin.write(keys.encode())
        self._process.stdin.flush()

    def until(self, text: str) -> None:
        """Wait until a text is shown."""
        by = time.monotonic() + PATIENCE_S
        while text not in self.shown:
            more = self._more(by)
            assert more, f"it ended without {text!r}: {self.shown}"
            self.shown += more

    def end(self) -> int:
        """Wait for the end; returns the exit code."""
        by = time.monotonic() + PATIENCE_S
        while more := self._more(by):
            self.shown += more
        return self._process.wait(PATIENCE_S)

    def _more(self, by: float) -> str:
        assert self._process.stdout is not None
        left_s = max(0, by - time.monotonic())
        shown, _, _ = select.select([self._process.stdout], [], [], left_s)
        assert shown, f"it does not come in {PATIENCE_S} s: {self.shown}"
        return os.read(self._process.stdout.fileno(), 4096).decode(errors="replace")


# In a process of its own: it forks, and a process with threads should not.
_AT_A_TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"


@contextmanager
def at_a_terminal(*arguments: str | Path, environment: Mapping[str, str]) -> Generator[Terminal]:
    """A command under way at a terminal of its own."""
    process = subprocess.Popen(
        [sys.executable, "-c", _AT_A_TERMINAL, SCRIPT, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=surroundings({"TERM": "dumb", "PAGER": "cat", **environment}),
    )
    with process:
        try:
            yield Terminal(process)
        finally:
            process.kill()


def servers_of(data_dir: Path) -> list[int]:
    """The processes that work in the database of a data folder."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                place = (entry / "cwd").readlink()
            except OSError:
                continue
            if place == data_dir / "postgres":
                found.append(int(entry.name))
    return found
