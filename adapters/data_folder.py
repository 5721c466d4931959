"""What the service keeps in a data folder beside the database: its password and the first tokens.

    admin.token               0600; the first admin's token, for the command line
    agent.token               0600; the first agent's token, for the ledger `main`
    secrets/service.password  0600; the password of the service's login
    setup                     flock: held while what is missing is set up

Each is written whole or not at all: a kill leaves the old text or the new one.
"""

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from adapters.errors import Unavailable
from adapters.postgres.embedded.folder import Folder, prepared
from adapters.postgres.embedded.locks import Hold, taken
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.embedded.private import private_file
from adapters.postgres.embedded.waiting import until

ADMIN_FILE: Final = "admin.token"
AGENT_FILE: Final = "agent.token"
_SERVICE_FILE: Final = "service.password"
_SETTING_UP: Final = "setup"


@contextmanager
def setting_up(data_dir: Path, *, progress: Callable[[str], None]) -> Generator[Folder]:
    """One process at a time sets up what a folder lacks; the others wait, and find it done."""
    with prepared(data_dir) as folder, folder.file(_SETTING_UP) as handle:
        until(
            lambda _: taken(handle, Hold.ALONE),
            reason="another process is setting up the database",
            progress=progress,
        )
        yield folder


def service_password(data_dir: Path) -> str | None:
    """The password of the service's login, None before the first start; raises Unavailable."""
    return _read(data_dir / "secrets" / _SERVICE_FILE)


def keep_service_password(folder: Folder, password: str) -> None:
    """Keep the password of the service's login."""
    with folder.folder(folder.secrets.name) as secrets:
        _write(folder, folder.secrets / _SERVICE_FILE, password, within=secrets)


def token_in(data_dir: Path, name: str) -> str | None:
    """The secret of the token in a file, None where there is no such file; raises Unavailable."""
    return _read(data_dir / name)


def keep_token(folder: Folder, name: str, secret: str) -> Path:
    """Keep the secret of a token; returns where it is."""
    path = folder.path / name
    _write(folder, path, f"{secret}\n", within=folder.handle)
    return path


def _read(path: Path) -> str | None:
    try:
        return path.read_text(errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unavailable(f"can't read {path}: {error.strerror}") from error


def _write(folder: Folder, path: Path, text: str, *, within: int) -> None:
    draft = path.with_name(f"{path.name}.new")
    with in_one_line(path):
        with private_file(draft, within=within, owner=folder.owner) as handle:
            os.truncate(handle, 0)
            os.write(handle, text.encode())
            os.fsync(handle)
        os.rename(draft.name, path.name, src_dir_fd=within, dst_dir_fd=within)
        os.fsync(within)
