"""Who is there: told by flocks, which the kernel frees when their holder dies, however it dies.

Python's files aren't inherited, so no child keeps one of these by mistake. The file `server` is
handed to Postgres on purpose: all its processes inherit it, so the lock on it is free exactly when
the last of them has ended.
"""

import fcntl
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import IntEnum

from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.waiting import until


class Hold(IntEnum):
    """How a lock is held: beside others of its kind, or alone."""

    SHARED = fcntl.LOCK_SH
    ALONE = fcntl.LOCK_EX


def taken(handle: int, hold: Hold) -> bool:
    """Whether the lock could be had at once. A failed change of hold loses the one that was."""
    try:
        fcntl.flock(handle, hold | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def turn(folder: Folder, *, progress: Callable[[str], None]) -> Generator[None]:
    """One process at a time starts or stops the server; the others wait here for their turn."""
    with folder.file("lock") as handle:
        until(
            lambda _: taken(handle, Hold.ALONE),
            reason="another process is starting or stopping the database",
            progress=progress,
        )
        yield
