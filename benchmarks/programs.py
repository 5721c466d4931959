"""Programs of ours run to their end: what they said, how long they took, and how much memory."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

_LOOK_S: Final = 0.02
_PEAK: Final = "VmHWM:"
_KIB: Final = 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """What came of a program: `peak_bytes` is the most memory that it had at once."""

    said: str
    seconds: float
    python_s: float
    peak_bytes: int


def run(*words: str, environment: Mapping[str, str]) -> Ran:
    """Run a command of `factledger`, with this beside our environment.

    Raises RuntimeError where it fails; what it has to say of that goes to standard error.
    """
    command = [sys.executable, "-m", "api.main", *words]
    begun = time.perf_counter()
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    said: list[str] = []
    with process:
        reader = threading.Thread(target=_read, args=(process.stdout, said))
        reader.start()
        peak = _peak_until_it_ends(process.pid)
        # Not waited for by the object, which would keep to itself what it took.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        reader.join()
    if process.returncode:
        raise RuntimeError(f"factledger {' '.join(words)} ended with {process.returncode}")
    return Ran(
        said="".join(said),
        seconds=time.perf_counter() - begun,
        python_s=usage.ru_utime + usage.ru_stime,
        peak_bytes=peak,
    )


def _read(pipe: IO[str] | None, said: list[str]) -> None:
    said.extend(pipe or ())


def _peak_until_it_ends(pid: int) -> int:
    """The most memory of a child, by looking often: what waiting tells counts its parent's too."""
    peak = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(_PEAK):
                peak = max(peak, int(line.split()[1]) * _KIB)
        time.sleep(_LOOK_S)
    return peak
