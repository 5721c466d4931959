"""Programs of Postgres that the server's user can get at, wherever they are installed.

Root may have them where nobody else can enter, as below /root. Then they are run from a copy in the
data folder, which is compared with them at each start and made anew after an upgrade.
"""

from collections.abc import Callable
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.binaries import Binaries
from adapters.postgres.embedded.copying import COPY, copied, copy, remove_copy
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.installation import Installation, installation_of
from adapters.postgres.embedded.pieces import Pieces, pieces_in
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.embedded.private import opened
from adapters.postgres.embedded.reach import first_closed, way_to

# initdb has a shell find the server beside it, between double quotes. (The server is run directly.)
_UNQUOTABLE = {*'"$`\\\n'}


def within_reach(
    folder: Folder, binaries: Binaries, *, progress: Callable[[str], None]
) -> Binaries:
    """The same programs for the owner of the data folder, and for no other user: root least of all,
    since the folder around a copy isn't root's. Only for who knows that no server runs.
    """
    if folder.owner.is_us:
        return binaries
    installation = installation_of(binaries)
    place = folder.path / COPY
    with in_one_line(place):
        closed = _closed(installation, folder)
        if closed is None:
            remove_copy(folder)
            return Binaries(folder=installation.root / installation.programs)
        _refuse_unquotable(place)
        wanted = _wanted(installation)
        if copied(folder, installation.folders) != wanted:
            progress(
                f"copying the programs of Postgres to {place}: {closed} is closed to "
                f"{folder.owner.name}, who has to run them"
            )
            copy(folder, wanted, source=installation.root)
    return Binaries(folder=place / installation.programs)


def _closed(installation: Installation, folder: Folder) -> str | None:
    programs = Binaries(folder=installation.root / installation.programs)
    needed = [installation.root / each for each in installation.folders]
    return first_closed(
        [*way_to(programs.postgres), programs.postgres, *needed], owner=folder.owner
    )


def _refuse_unquotable(place: Path) -> None:
    if _UNQUOTABLE & {*str(place)}:
        raise CannotStart(
            f"initdb can't work in {place}, because of the letters in its path: choose another "
            "data folder with --data-dir"
        )


def _wanted(installation: Installation) -> Pieces:
    with opened(installation.root) as root:
        found = pieces_in(root, installation.folders, follow_links=True)
    return {path: piece.copied() for path, piece in found.items()}
