"""The one way in: a database for as long as the block lasts."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from adapters.postgres.embedded.binaries import Binaries, shipped
from adapters.postgres.embedded.cluster import Cluster
from adapters.postgres.embedded.folder import USERS, prepared
from adapters.postgres.embedded.locks import Hold, taken, turn
from adapters.postgres.embedded.plainly import in_one_line
from adapters.postgres.embedded.server import Wish, join_or_start, stop
from adapters.postgres.embedded.sockets import remove_folder_elsewhere

_NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


def _in_silence(line: str) -> None:
    """For those who don't want to hear how it goes."""


@contextmanager
def running(
    data_dir: Path,
    *,
    binaries: Binaries | None = None,
    sql_port: int | None = None,
    progress: Callable[[str], None] = _in_silence,
    settings: Mapping[str, str] = _NO_SETTINGS,
) -> Generator[Cluster]:
    """Joins the server of a data folder, or starts it; the last one out stops it.

    `progress` is told, a line at a time, what is being waited for. `settings` are Postgres's own,
    for this start only; whoever joins a running server takes it as it is. A forked child is no
    user of its own. Raises CannotStart.
    """
    wish = Wish(
        binaries=binaries or shipped(), sql_port=sql_port, settings=settings, progress=progress
    )
    with prepared(data_dir) as folder, folder.file(USERS) as users:
        with in_one_line(folder.path), turn(folder, progress=progress):
            in_use = not taken(users, Hold.ALONE)
            cluster = join_or_start(folder, wish, in_use=in_use)
            taken(users, Hold.SHARED)
        try:
            yield cluster
        finally:
            with turn(folder, progress=progress):
                if taken(users, Hold.ALONE):
                    stop(folder, progress=progress)
                    remove_folder_elsewhere(folder.path)
