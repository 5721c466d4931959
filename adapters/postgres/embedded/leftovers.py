"""What a server that was killed has left, and that would keep the next one from starting.

Postgres's `postmaster.pid` holds a process number, and Postgres won't start while any process of
the same user has that number, whoever it is by now. So the file goes, but only when
 1. we hold the start lock, nothing answers on our socket, and the lock that every process of a
    server started here inherits is free (who calls this has seen to all three); and
 2. the process it names isn't a server of this folder that was started by hand.
If the number is nobody's, the file stays: Postgres then asks the shared memory it names, and
removes it by itself. Either way Postgres also looks for memory in use by the folder's inode.
"""

import sys
from contextlib import suppress
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.programs import answer
from adapters.postgres.embedded.sockets import remove_sockets

_SERVERS = {"postgres", "postmaster"}


def clear(folder: Folder) -> None:
    """Removes what is left of dead servers. CannotStart if one may be alive."""
    pid_file = folder.database / "postmaster.pid"
    with suppress(FileNotFoundError):
        pid = _first_number(pid_file.read_text(errors="replace"))
        program = _program(pid) if pid is not None else ""
        if pid is not None and program in _SERVERS and _may_work_in(pid, folder.database):
            raise CannotStart(
                f"process {pid} seems to serve {folder.database}, but not for us: stop it first"
            )
        if pid is None or program:  # a torn file, or a living stranger
            pid_file.unlink()
    remove_sockets(folder)


def _first_number(text: str) -> int | None:
    line = text.partition("\n")[0].strip().removeprefix("-")  # negative: a single-user server
    return int(line) if line.isdecimal() else None


def _program(pid: int) -> str:
    """The name of the program a process runs; empty if there is no such process."""
    if sys.platform != "linux":
        return Path(answer(["/bin/ps", "-o", "comm=", "-p", str(pid)])).name
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _may_work_in(pid: int, database: Path) -> bool:
    """Each process of a server works in its data folder; where that can't be seen, it may."""
    if sys.platform != "linux":
        return True
    try:
        return Path(f"/proc/{pid}/cwd").samefile(database)
    except (FileNotFoundError, ProcessLookupError):
        return False
    except PermissionError:
        return True
