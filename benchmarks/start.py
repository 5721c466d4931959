"""Start the service on a folder that is there, against starting its Postgres with pg_ctl.

Promise: `factledger serve` answers at most 2 seconds later than `pg_ctl start` returns. The folder
has the first ledger and its tokens; both are stopped well after each window.
"""

import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from adapters.postgres.administration import DATABASE
from adapters.postgres.embedded import running
from adapters.postgres.embedded.binaries import Binaries, shipped
from adapters.postgres.embedded.folder import Folder, prepared
from adapters.postgres.embedded.sockets import socket_dir, socket_folder
from adapters.postgres.embedded.within_reach import within_reach
from benchmarks.machine import described_at
from benchmarks.report import Multiple, Report, parser, show, size_of

BEYOND_S_MAX = 2

_READY: Final = "ready: "


def measure(*, windows: int) -> Report:
    """The figures of one run."""
    with tempfile.TemporaryDirectory(prefix="factledger-benchmark-") as folder:
        Path(folder).chmod(0o755)
        data_dir = Path(folder) / "data"
        serve(data_dir)
        with running(data_dir) as cluster:
            machine = described_at(cluster.admin_url(database=DATABASE), data_dir)
        starts: dict[str, list[float]] = {"serve": [], "pg_ctl start": []}
        python_s = 0.0
        for _ in range(windows):
            starts["pg_ctl start"].append(start_postgres(data_dir))
            before = _children_s()
            starts["serve"].append(serve(data_dir))
            python_s += _children_s() - before
    beyond = statistics.median(starts["serve"]) - statistics.median(starts["pg_ctl start"])
    return Report(
        figures={
            **machine,
            **{name: _line(seconds) for name, seconds in starts.items()},
            "processor of serve, with its Postgres": f"{python_s / windows:.2f} s each",
            "serve beyond pg_ctl start": f"{beyond:.2f} s",
        },
        ratios=(
            Multiple(
                figure="serve beyond pg_ctl start",
                floor=f"{BEYOND_S_MAX} s",
                ratio=beyond / BEYOND_S_MAX,
                goal=1,
            ),
        ),
    )


def serve(data_dir: Path) -> float:
    """How many seconds a service takes until it says that it is ready; then it is stopped.

    Raises RuntimeError where it does not come up or ends badly.
    """
    command = [sys.executable, "-m", "api.main", "serve", "--port", "0"]
    environment = {**_plain(os.environ), "FACTLEDGER_DATA_DIR": str(data_dir)}
    with tempfile.TemporaryFile("w+") as log:
        begun = time.perf_counter()
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        )
        with process:
            ready = any(line.startswith(_READY) for line in process.stdout or ())
            seconds = time.perf_counter() - begun
            process.send_signal(signal.SIGTERM)
        if not ready or process.returncode:
            log.seek(0)
            raise RuntimeError(f"the service did not start and stop well:\n{log.read()}")
    return seconds


def start_postgres(data_dir: Path) -> float:
    """How many seconds pg_ctl takes to start the folder's Postgres; then it is stopped."""
    with prepared(data_dir) as folder, socket_folder(folder):
        binaries = within_reach(folder, shipped(), progress=lambda _line: None)
        options = f"-c unix_socket_directories={socket_dir(folder.path)} -c listen_addresses="
        call = _calling(folder, binaries)
        begun = time.perf_counter()
        call("start", "--options", options)
        seconds = time.perf_counter() - begun
        call("stop", "--mode", "fast")
    return seconds


def _calling(folder: Folder, binaries: Binaries) -> Callable[..., None]:
    """Calls pg_ctl on the folder as its owner; raises CalledProcessError where that fails."""
    owner = folder.owner

    def call(*words: str) -> None:
        subprocess.run(
            [binaries.pg_ctl, *words, "--pgdata", folder.database, "--wait", "--silent"],
            check=True,
            cwd=folder.path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=None if owner.is_us else owner.uid,
            group=None if owner.is_us else owner.gid,
            extra_groups=None if owner.is_us else owner.groups,
        )

    return call


def _children_s() -> float:
    """The processor time of all programs that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _plain(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what would lead the service elsewhere."""
    return {name: each for name, each in environment.items() if not name.startswith("FACTLEDGER_")}


def _line(seconds: Sequence[float]) -> str:
    return f"median {statistics.median(seconds):.2f} s, best {min(seconds):.2f} s"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, the ratio last."""
    given = parser(__doc__).parse_args(arguments)
    show(measure(windows=size_of(given).windows), given)


if __name__ == "__main__":
    main()
