"""A rebuild in a process of its own that kills itself: `python -m tests.acceptance.doomed`.

It reads from standard input, as JSON, where to come in and when to die.
"""

import json
import os
import signal
import sys
from dataclasses import dataclass
from enum import StrEnum

from adapters.postgres.lookup import Desk
from adapters.postgres.rebuild import builds, chunks, making
from adapters.postgres.rebuild.builds import make_live
from adapters.postgres.rebuild.rebuilder import Rebuilder
from adapters.services import serving
from domain.words import LedgerName


class End(StrEnum):
    """When it dies."""

    FIRST_CHUNK = "behind the first chunk"
    LATER_CHUNK = "behind a later chunk"
    BEFORE_COMMIT = "with the head held, and the switch not committed"
    DELETING = "behind the switch, while the old build is deleted"
    NEVER = "never"


@dataclass(frozen=True, kw_only=True, slots=True)
class Doom:
    """Which ledger it rebuilds, and when it dies."""

    url: str
    secret: str
    ledger: str
    end: End


def main() -> None:
    """Rebuild, up to the end."""
    doom = Doom(**json.loads(sys.stdin.read()))
    chunks.__dict__["CHUNK_EVENTS"] = 10
    builds.__dict__["CLEARED_ROWS"] = 10
    folded = 0

    def progress(what: str, done: int, _of: int) -> None:
        nonlocal folded
        folded += what == "events" and done > 0
        reached = {
            End.FIRST_CHUNK: folded == 1,
            End.LATER_CHUNK: folded == 3,
            End.DELETING: what == "rows deleted",
        }
        if reached.get(End(doom.end)):
            _die()

    def make_live_and_die(desk: Desk) -> int:
        make_live(desk)
        _die()
        raise AssertionError("it is still alive")

    if doom.end == End.BEFORE_COMMIT:
        making.__dict__["make_live"] = make_live_and_die
    with serving(doom.url, connections=2, writers=2) as services:
        grant = services.tokens.authenticate(doom.secret)
        Rebuilder(services.pool).rebuild(grant, LedgerName(doom.ledger), progress=progress)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
