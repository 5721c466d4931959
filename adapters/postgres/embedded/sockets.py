"""Where the server's socket lies: in the data folder, unless its path is no good for that."""

import hashlib
import os
import re
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.private import opened, private_folder

DEFAULT_PORT = 5432  # in the socket's name only, as long as nothing listens on TCP

# The kernel's limit for a socket's path is 107 bytes on Linux and 103 on macOS.
_PATH_BYTES_MAX = 103
_LONGEST_NAME = ".s.PGSQL.65535"
_NAMES = ".s.PGSQL.*"
_NAME = re.compile(r"\.s\.PGSQL\.(\d+)")

# Not TMPDIR or XDG_RUNTIME_DIR: they differ between a service and a shell of the same user, and
# each must find the other's server. /tmp is there, and the same, for all of them.
_ELSEWHERE = Path("/tmp")


def socket_dir(data_dir: Path) -> Path:
    """`run` in the data folder; or, if that is too long for a socket or has a comma (libpq would
    read two hosts), a folder in /tmp named for the data folder.
    """
    near = data_dir / "run"
    if len(os.fsencode(near / _LONGEST_NAME)) <= _PATH_BYTES_MAX and "," not in str(near):
        return near
    digest = hashlib.sha256(os.fsencode(data_dir)).hexdigest()
    return _ELSEWHERE / f"factledger-{digest[:20]}"


@contextmanager
def socket_folder(folder: Folder) -> Generator[int]:
    """The handle of the socket's folder, made if need be. CannotStart if it is somebody else's."""
    path = socket_dir(folder.path)
    with (
        opened(path.parent.resolve()) as parent,
        private_folder(path, within=parent, owner=folder.owner) as handle,
    ):
        yield handle


def ports_seen(data_dir: Path) -> list[int]:
    """The ports in the names of the sockets that lie there, of servers alive or dead."""
    names = (path.name for path in socket_dir(data_dir).glob(_NAMES))
    return [int(found[1]) for found in map(_NAME.fullmatch, names) if found]


def remove_sockets(folder: Folder) -> None:
    """Removes what dead servers left, with the lock files beside the sockets.

    Only for who knows that no server lives: the lock file names a process as well, and Postgres
    would not start while any process has that number.
    """
    with socket_folder(folder) as handle:
        for path in socket_dir(folder.path).glob(_NAMES):
            os.unlink(path.name, dir_fd=handle)


def remove_folder_elsewhere(data_dir: Path) -> None:
    """Leaves nothing in /tmp once the server has stopped."""
    path = socket_dir(data_dir)
    if path.parent == _ELSEWHERE:
        with suppress(OSError):  # not empty: a server out of our reach still uses it
            path.rmdir()
