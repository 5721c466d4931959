"""Whom the server runs as, and to whom what is in the data folder belongs."""

import os
import pwd
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from adapters.errors import CannotStart

ROOT = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Owner:
    """A user of the machine, as the kernel needs it."""

    uid: int
    gid: int
    groups: tuple[int, ...]
    name: str

    @property
    def is_us(self) -> bool:
        """Whether this process is already that user."""
        return self.uid == os.geteuid()


def owner_of(data_dir: Path) -> Owner:
    """We ourselves; but root, as which Postgres won't run, gives way to the owner of the database
    or else of the folder, else to `postgres`, else to `nobody`. CannotStart if there is none.
    """
    if os.geteuid() != ROOT:
        return _numbered(os.geteuid(), gid=os.getegid())
    for place in (data_dir / "postgres", data_dir):
        with suppress(FileNotFoundError, NotADirectoryError):
            facts = place.stat()
            if facts.st_uid != ROOT:
                return _numbered(facts.st_uid, gid=facts.st_gid)
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return _listed(pwd.getpwnam(name))
    raise CannotStart(
        "Postgres doesn't run as root, and this machine has neither a user postgres nor nobody: "
        f"make {data_dir} and give it to a user"
    )


def _numbered(uid: int, *, gid: int) -> Owner:
    try:
        return _listed(pwd.getpwuid(uid))
    except KeyError:  # as in containers that run under any number
        return Owner(uid=uid, gid=gid, groups=(gid,), name=f"user {uid}")


def _listed(entry: pwd.struct_passwd) -> Owner:
    return Owner(
        uid=entry.pw_uid,
        gid=entry.pw_gid,
        groups=tuple(os.getgrouplist(entry.pw_name, entry.pw_gid)),
        name=entry.pw_name,
    )
