"""Files and folders that only the server's owner may use.

All are reached through the handle of the folder they lie in, and never through a link: root may be
working here in a folder of somebody else's, who must not lead it out.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.owner import ROOT, Owner
from adapters.postgres.embedded.plainly import in_one_line

_NEW = os.O_CREAT | os.O_EXCL


@contextmanager
def opened(folder: Path) -> Generator[int]:
    """The handle of a folder that is there."""
    with in_one_line(folder):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    with closing(handle):
        yield handle


@contextmanager
def private_folder(path: Path, *, within: int, owner: Owner) -> Generator[int]:
    """The handle of a folder of mode 0700, made if it isn't there. CannotStart if it is somebody
    else's.
    """
    with in_one_line(path):
        with suppress(FileExistsError):
            os.mkdir(path.name, 0o700, dir_fd=within)
        handle = os.open(path.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=within)
    with closing(handle):
        give(handle, owner=owner, path=path)
        os.fchmod(handle, 0o700)
        yield handle


@contextmanager
def private_file(path: Path, *, within: int, owner: Owner) -> Generator[int]:
    """The handle of a file of mode 0600 to read and append to, made if it isn't there."""
    flags = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW
    with in_one_line(path):
        try:
            handle, is_new = os.open(path.name, flags | _NEW, 0o600, dir_fd=within), True
        except FileExistsError:
            handle, is_new = os.open(path.name, flags, dir_fd=within), False
    with closing(handle):
        if is_new:  # what was there before could be a second name of any file
            give(handle, owner=owner, path=path)
        yield handle


def give(handle: int, *, owner: Owner, path: Path) -> None:
    """Makes it the owner's if it was root's. CannotStart if it is a third user's."""
    holder = os.fstat(handle).st_uid
    if holder == owner.uid:
        return
    if holder != ROOT or os.geteuid() != ROOT:
        raise CannotStart(f"{path} isn't {owner.name}'s, who has to run Postgres")
    try:
        os.fchown(handle, owner.uid, owner.gid)
    except OSError as error:  # root, but without the powers of root
        raise CannotStart(f"can't give {path} to {owner.name}: {error.strerror}") from error


@contextmanager
def closing(handle: int) -> Generator[int]:
    """The handle, closed afterwards."""
    try:
        yield handle
    finally:
        os.close(handle)
