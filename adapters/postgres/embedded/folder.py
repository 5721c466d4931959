"""The data folder: where everything lies in it, and making it fit for use."""

import os
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.owner import Owner, owner_of
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.embedded.private import give, opened, private_file, private_folder
from adapters.postgres.embedded.reach import first_closed, way_to

USERS = "users"  # the first file made in a new data folder, so what tells it from other folders
_HARMLESS = {"lost+found"}  # in the root of every new volume


@dataclass(frozen=True, kw_only=True, slots=True)
class Folder:
    """A data folder in use; `handle` is open on it."""

    path: Path
    owner: Owner
    handle: int

    @property
    def database(self) -> Path:
        """Postgres's own data directory."""
        return self.path / "postgres"

    @property
    def unfinished(self) -> Path:
        """The same while initdb is at work, or after it was killed."""
        return self.path / "postgres.new"

    @property
    def secrets(self) -> Path:
        """The folder of passwords."""
        return self.path / "secrets"

    def file(self, name: str) -> AbstractContextManager[int]:
        """The handle of a private file right in the data folder."""
        return private_file(self.path / name, within=self.handle, owner=self.owner)

    def folder(self, name: str) -> AbstractContextManager[int]:
        """The handle of a private folder right in the data folder."""
        return private_folder(self.path / name, within=self.handle, owner=self.owner)

    def major(self) -> int | None:
        """The Postgres major the database was made by; None if there is no database yet."""
        try:
            return int((self.database / "PG_VERSION").read_text())
        except FileNotFoundError:
            if not self.database.exists():
                return None
        except ValueError:
            pass
        raise CannotStart(f"{self.database} is no Postgres database: put back what was there")


@contextmanager
def prepared(data_dir: Path) -> Generator[Folder]:
    """The data folder, made if need be. CannotStart if it can't be one."""
    path = Path(os.path.realpath(data_dir))
    with in_one_line(path):
        owner = owner_of(path)
        _refuse_unreachable(path, owner)
        if path.exists() and not path.is_dir():
            raise CannotStart(f"{path} is a file: the data folder must be a folder of its own")
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_foreign(path)
    with opened(path) as handle:
        # Whoever isn't root takes it as it is: a volume may be root's and open to a group.
        if not owner.is_us:
            give(handle, owner=owner, path=path)
        yield Folder(path=path, owner=owner, handle=handle)


def _refuse_unreachable(path: Path, owner: Owner) -> None:
    closed = first_closed(way_to(path), owner=owner)
    if closed is not None:
        # Whoever isn't root makes no folders there.
        other = "with --data-dir" if owner.is_us else "such as --data-dir /var/lib/factledger"
        raise CannotStart(
            f"{owner.name}, who has to run Postgres, can't enter {closed} on the way to {path}: "
            f"choose another data folder, {other}, or open the way with chmod a+x {closed}"
        )


def _refuse_foreign(path: Path) -> None:
    found = sorted(entry.name for entry in path.iterdir() if entry.name not in _HARMLESS)
    if found and USERS not in found:
        raise CannotStart(
            f"{path} holds other things, such as {found[0]}: name an empty or a new folder"
        )
