"""A copy of Postgres's programs in the data folder: a kill at any moment leaves a whole one or
none.

The data folder is another user's, who can put there what he likes while root works in it. So root
makes a folder that nobody else can write to, reaches all that it writes through the handle of that
folder, and trusts no other.
"""

import os
import shutil
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.owner import ROOT
from adapters.postgres.embedded.pieces import Piece, Pieces, pieces_in
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.embedded.private import closing, opened

COPY = "programs"
_UNFINISHED = "programs.new"


def copied(folder: Folder, folders: Sequence[Path]) -> Pieces:
    """What an earlier copy has of these folders; nothing if any is missing, or it isn't root's."""
    with suppress(FileNotFoundError), _opened(folder, COPY) as copy:
        if _is_roots(copy):
            return pieces_in(copy, folders, follow_links=False)
    return {}


def copy(folder: Folder, pieces: Pieces, *, source: Path) -> None:
    """Copies the pieces of `source`, in place of an earlier copy."""
    remove_copy(folder)
    os.mkdir(_UNFINISHED, 0o700, dir_fd=folder.handle)
    with opened(source) as original, _opened(folder, _UNFINISHED) as unfinished:
        if not _is_roots(unfinished):
            raise CannotStart(f"{folder.path / _UNFINISHED} was replaced by somebody: remove it")
        for path, piece in pieces.items():
            _copy_piece(path, piece, original=original, unfinished=unfinished)
        _write_down(pieces, unfinished=unfinished)
        os.fchmod(unfinished, 0o755)
    os.rename(_UNFINISHED, COPY, src_dir_fd=folder.handle, dst_dir_fd=folder.handle)
    os.fsync(folder.handle)


def remove_copy(folder: Folder) -> None:
    """Removes an earlier copy, whole or half. Only for who knows that no server runs from it."""
    for name in (_UNFINISHED, COPY):
        with in_one_line(folder.path / name), suppress(FileNotFoundError):
            shutil.rmtree(name, dir_fd=folder.handle)


def _copy_piece(path: str, piece: Piece, *, original: int, unfinished: int) -> None:
    # Modes are set afterwards, since a umask may have taken from those asked for.
    if piece.is_folder:
        os.mkdir(path, dir_fd=unfinished)
        os.chmod(path, stat.S_IMODE(piece.mode), dir_fd=unfinished)
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with (
        os.fdopen(os.open(path, os.O_RDONLY, dir_fd=original), "rb") as whence,
        os.fdopen(os.open(path, flags, dir_fd=unfinished), "wb") as whither,
    ):
        shutil.copyfileobj(whence, whither)
        os.fchmod(whither.fileno(), stat.S_IMODE(piece.mode))
    os.utime(path, (piece.changed_s, piece.changed_s), dir_fd=unfinished)


def _write_down(pieces: Pieces, *, unfinished: int) -> None:
    # Not file by file while copying: the first of these writes nearly all the others too.
    for path in pieces:
        with closing(os.open(path, os.O_RDONLY, dir_fd=unfinished)) as handle:
            os.fsync(handle)


def _is_roots(handle: int) -> bool:
    facts = os.fstat(handle)
    return facts.st_uid == ROOT and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@contextmanager
def _opened(folder: Folder, name: str) -> Generator[int]:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    with closing(os.open(name, flags, dir_fd=folder.handle)) as handle:
        yield handle
