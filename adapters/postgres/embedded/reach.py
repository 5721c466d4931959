"""Whether the user who runs the server can get at what it needs."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from adapters.errors import CannotStart
from adapters.postgres.embedded.owner import Owner
from adapters.postgres.embedded.programs import finished, start

# Tried and not computed: mode bits alone don't know of access lists, groups and capabilities.
_FIRST_CLOSED = """
for each do
    [ -e "$each" ] || exit 0
    [ -x "$each" ] || { printf %s "$each"; exit 0; }
done
"""


def require_reach(paths: Sequence[Path], *, owner: Owner, goal: str) -> None:
    """CannotStart unless `owner` can enter (or run) each of the paths, from the root downwards;
    the first that doesn't exist ends the search.
    """
    command: list[str | Path] = ["/bin/sh", "-c", _FIRST_CLOSED, "sh", *paths]
    _, closed = finished(start(command, owner=owner, home=Path("/"), output=subprocess.PIPE))
    if closed:
        raise CannotStart(
            f"{owner.name}, who has to run Postgres, can't enter {closed} on the way to {goal}: "
            f"choose another place, or open the way with chmod o+x {closed}"
        )


def way_to(path: Path) -> list[Path]:
    """The folders that lead to a path, from the root downwards, without the path itself."""
    return list(reversed(path.parents))
