"""Making a new database, so that a kill at any moment leaves either none or a whole one."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from adapters.errors import CannotStart
from adapters.postgres.embedded.binaries import Binaries
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.programs import finished, last_words, start
from adapters.postgres.embedded.secret import SUPERUSER, make_password, password_file

_BUILTIN_LOCALE_SINCE = 17

# Where an operator may overrule us: written to postgresql.conf once, and never again.
_FIRST_SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        # A container gives /dev/shm 64 MB, and one parallel query can want more.
        "dynamic_shared_memory_type": "mmap",
        "shared_buffers": "128MB",
        "max_connections": "100",
        "timezone": "UTC",
        "log_timezone": "UTC",
        # What is erased must not live on in a log: no statements, no rows quoted as details.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
    }
)


def create(folder: Folder, binaries: Binaries, *, major: int, keep_open: int) -> None:
    """Runs initdb beside the place and renames. CannotStart with initdb's last words.

    `major` is told, since the programs may be such that root mustn't ask them (see within_reach).
    `keep_open` is the lock of the server's processes: an initdb whose starter was killed goes on
    for a moment, and none may clear away below it.
    """
    if folder.unfinished.exists():
        shutil.rmtree(folder.unfinished.name, dir_fd=folder.handle)
    make_password(folder)
    code, said = finished(
        start(
            _initdb(folder, binaries, major=major),
            owner=folder.owner,
            home=folder.path,
            output=subprocess.PIPE,
            keep_open=[keep_open],
        )
    )
    if code != 0:
        raise CannotStart(f"can't make a database in {folder.path}: {last_words(said)}")
    os.rename(
        folder.unfinished.name,
        folder.database.name,
        src_dir_fd=folder.handle,
        dst_dir_fd=folder.handle,
    )
    os.fsync(folder.handle)


def _initdb(folder: Folder, binaries: Binaries, *, major: int) -> list[str | Path]:
    # Neither depends on what languages the machine has; the older one knows letters beyond ASCII
    # only as bytes.
    builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    return [
        binaries.initdb,
        f"--pgdata={folder.unfinished}",
        f"--username={SUPERUSER}",
        f"--pwfile={password_file(folder.path)}",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        *(builtin if major >= _BUILTIN_LOCALE_SINCE else []),
        "--data-checksums",
        "--no-instructions",
        *(f"--set={name}={value}" for name, value in _FIRST_SETTINGS.items()),
    ]
