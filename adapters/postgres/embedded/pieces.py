"""Files and folders, as they are and as a copy of them has to be."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.postgres.embedded.owner import ROOT


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A file or a folder, which has neither size nor time here.

    The time tells an upgrade that happens to keep every size. It is cut to seconds, since not every
    file system keeps more.
    """

    mode: int
    uid: int
    size_bytes: int
    changed_s: int

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return stat.S_ISDIR(self.mode)

    def copied(self) -> "Piece":
        """What a copy of it has to be: root's, for everybody to use and nobody to change."""
        runs = self.is_folder or self.mode & stat.S_IXUSR
        return Piece(
            mode=stat.S_IFMT(self.mode) | (0o755 if runs else 0o644),
            uid=ROOT,
            size_bytes=self.size_bytes,
            changed_s=self.changed_s,
        )


Pieces = Mapping[str, Piece]
"""By the path from a root; a folder comes before what is in it."""


def pieces_in(root: int, folders: Sequence[Path], *, follow_links: bool) -> Pieces:
    """What lies in `folders`, and the folders on the way to them. `root` is a handle; raises
    OSError, as where a folder is missing.
    """
    leading = {str(parent) for folder in folders for parent in folder.parents if parent.name}
    found = {
        path: _piece(os.stat(path, dir_fd=root, follow_symlinks=follow_links)) for path in leading
    }
    for folder in folders:
        found.update(_below(root, folder, follow_links=follow_links))
    return dict(sorted(found.items()))


def _below(root: int, top: Path, *, follow_links: bool) -> Iterator[tuple[str, Piece]]:
    walk = os.fwalk(str(top), onerror=_refuse, follow_symlinks=follow_links, dir_fd=root)
    for folder, _, names, handle in walk:
        yield folder, _piece(os.fstat(handle))
        for name in names:
            facts = os.stat(name, dir_fd=handle, follow_symlinks=follow_links)
            yield f"{folder}/{name}", _piece(facts)


def _piece(facts: os.stat_result) -> Piece:
    is_folder = stat.S_ISDIR(facts.st_mode)
    return Piece(
        mode=facts.st_mode,
        uid=facts.st_uid,
        size_bytes=0 if is_folder else facts.st_size,
        changed_s=0 if is_folder else int(facts.st_mtime),
    )


def _refuse(error: OSError) -> None:
    raise error
