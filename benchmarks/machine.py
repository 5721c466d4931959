"""What a figure must be read beside: the machine, its disk, and the processor time used."""

import os
import platform
import resource
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from benchmarks.ground import Ground

FSYNC_PROBES: Final = 50
PAGE_BYTES: Final = 8192

# Places in /proc/PID/stat behind the name of the program, which may hold spaces (proc_pid_stat).
_PARENT: Final = 1
_OWN_TICKS: Final = slice(11, 13)
_ALL_TICKS: Final = slice(11, 15)


@dataclass(frozen=True, kw_only=True, slots=True)
class Processor:
    """Seconds of processor time, of Python's processes and of Postgres's."""

    python_s: float
    postgres_s: float

    def since(self, before: "Processor") -> "Processor":
        """What was used after another reading."""
        return Processor(
            python_s=self.python_s - before.python_s,
            postgres_s=self.postgres_s - before.postgres_s,
        )


def processor(on: Ground, *, server: int | None = None) -> Processor:
    """What this process, the server of this pid, and this Postgres have used so far."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    served_s = 0.0 if server is None else _seconds(_ticks(server, _OWN_TICKS))
    return Processor(python_s=own.ru_utime + own.ru_stime + served_s, postgres_s=_postgres_s(on))


def described(on: Ground) -> dict[str, object]:
    """Cores, versions, durability, and how long the disk takes to keep a page."""
    return described_at(on.admin_url, on.cluster.data_dir)


def described_at(admin_url: str, data_dir: Path) -> dict[str, object]:
    """The same, of the database at this URL, whose files are in this folder."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        (version,) = connection.execute("show server_version").fetchone() or ("?",)
        (durable,) = connection.execute("show synchronous_commit").fetchone() or ("?",)
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "postgres": version,
        "synchronous_commit": durable,
        "fsync_ms": round(_fsync_ms(data_dir), 3),
    }


def _postgres_s(on: Ground) -> float:
    with psycopg.connect(on.admin_url) as connection:
        postmaster = int(_stat(connection.info.backend_pid)[_PARENT])
    # Backends that have ended are in the postmaster's own account, as children that it waited for.
    ticks = _ticks(postmaster, _ALL_TICKS)
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            fields = _stat(int(entry.name))
            if fields and int(fields[_PARENT]) == postmaster:
                ticks += sum(map(int, fields[_OWN_TICKS]))
    return _seconds(ticks)


def _seconds(ticks: int) -> float:
    return ticks / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int, places: slice) -> int:
    return sum(map(int, _stat(pid)[places]))


def _stat(pid: int) -> list[str]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        # It ended after it was listed.
        return []
    return text.rpartition(")")[2].split()


def _fsync_ms(folder: Path) -> float:
    times: list[float] = []
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        for _ in range(FSYNC_PROBES):
            file.write(b"x" * PAGE_BYTES)
            file.flush()
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)
