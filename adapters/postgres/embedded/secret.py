"""The superuser's password: random, kept in one file, and never on a command line."""

import os
import secrets
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.private import private_file

SUPERUSER = "postgres"


def password_file(data_dir: Path) -> Path:
    """Where it is."""
    return data_dir / "secrets" / "superuser.password"


def password_of(data_dir: Path) -> str:
    """What it is. CannotStart if it is gone or not for us to read."""
    path = password_file(data_dir)
    try:
        return path.read_text()
    except OSError as error:
        raise CannotStart(
            f"can't read {path}, the password of the database's superuser: {error.strerror}"
        ) from error


def make_password(folder: Folder) -> None:
    """Makes one for a database that is about to be made, unless an earlier attempt did."""
    final = password_file(folder.path)
    if final.exists():
        return
    draft = final.with_suffix(".new")
    with folder.folder(folder.secrets.name) as handle:
        with private_file(draft, within=handle, owner=folder.owner) as file:
            os.truncate(file, 0)
            os.write(file, secrets.token_urlsafe(32).encode())
            os.fsync(file)
        os.rename(draft.name, final.name, src_dir_fd=handle, dst_dir_fd=handle)
        os.fsync(handle)
