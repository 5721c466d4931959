"""Programs of Postgres that the server's user can get at, wherever they are installed.

Root may have them where nobody else can enter, as below /root. Then they are run from a copy in the
data folder, which is compared with them at each start and made anew after an upgrade.
"""

from collections.abc import Callable

from adapters.postgres.embedded.binaries import Binaries
from adapters.postgres.embedded.copying import COPY, copied, copy, remove_copy
from adapters.postgres.embedded.folder import Folder
from adapters.postgres.embedded.installation import Installation, installation_of
from adapters.postgres.embedded.pieces import Pieces, pieces_in
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.embedded.private import opened
from adapters.postgres.embedded.reach import first_closed, way_to


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


def _wanted(installation: Installation) -> Pieces:
    with opened(installation.root) as root:
        found = pieces_in(root, installation.folders, follow_links=True)
    return {path: piece.copied() for path, piece in found.items()}
