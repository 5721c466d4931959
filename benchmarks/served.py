"""A server of the real kind for a benchmark: another process, reached over HTTP."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

PROGRAM: Final = "api.main"
"""The module that is `factledger`."""

_READY: Final = "ready: "


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A running server: where it answers, and its process."""

    url: str
    pid: int


@contextmanager
def served(app_url: str, program: str = PROGRAM) -> Generator[Served]:
    """`factledger serve` on a database of ours, until the block ends.

    Raises RuntimeError with its log where it does not come up.
    """
    command = [sys.executable, "-m", program, "serve", "--port", "0"]
    # In the environment, since the arguments of a process are everybody's to read.
    environment = {**os.environ, "FACTLEDGER_DATABASE": app_url}
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        try:
            url = _url(process.stdout or ())
            if url is None:
                log.seek(0)
                raise RuntimeError(f"the server did not come up:\n{log.read()}")
            yield Served(url=url, pid=process.pid)
        finally:
            process.terminate()


def _url(said: Iterable[str]) -> str | None:
    """Where the server is ready, by the line that says so; None where it ends without."""
    ready = (line for line in said if line.startswith(_READY))
    return next((line.removeprefix(_READY).strip() for line in ready), None)
