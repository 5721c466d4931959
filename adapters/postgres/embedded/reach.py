"""Whether the user who runs the server can get at what it needs."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from adapters.postgres.embedded.owner import Owner
from adapters.postgres.embedded.programs import finished, start

# Tried and not computed: mode bits alone don't know of access lists, groups and capabilities.
_FIRST_CLOSED = """
for each do
    [ -e "$each" ] || exit 0
    [ -x "$each" ] || { printf %s "$each"; exit 0; }
done
"""


def first_closed(paths: Sequence[Path], *, owner: Owner) -> str | None:
    """The first of the paths that `owner` can't enter (or run), None if there is none.

    They are tried in their order, so from the root downwards; one that doesn't exist ends it.
    """
    command: list[str | Path] = ["/bin/sh", "-c", _FIRST_CLOSED, "sh", *paths]
    _, closed = finished(start(command, owner=owner, home=Path("/"), output=subprocess.PIPE))
    return closed or None


def way_to(path: Path) -> list[Path]:
    """The folders that lead to a path, from the root downwards, without the path itself."""
    return list(reversed(path.parents))
