"""The events that follow a build, read chunk by chunk, and what they come to written into it."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from psycopg.rows import class_row

from adapters.postgres.events import EventRow
from adapters.postgres.heartbeat import heartbeat
from adapters.postgres.lookup import Desk, look_up
from adapters.postgres.rebuild.builds import advance
from adapters.postgres.rebuild.refold import Folded, Refold
from adapters.postgres.rows import write_rows
from domain.words import Seq

CHUNK_EVENTS: Final = 1_000
CHUNK_BYTES: Final = 4 * 1024 * 1024
"""How much is read, and folded in one transaction; a command is never split, and may be larger."""


def read_chunk(desk: Desk, after: Seq, *, events: int | None = None) -> Sequence[EventRow]:
    """Whole commands that follow this position, a chunk or fewer; nothing where none do."""
    most = CHUNK_EVENTS if events is None else min(events, CHUNK_EVENTS)
    asked = {"after": after, "events": most, "bytes": CHUNK_BYTES}
    stored = desk.ask("load_chunk", class_row(EventRow), asked)()
    desk.rest()
    return stored


def write_chunk(desk: Desk, folded: Folded) -> None:
    """Write these rows of the build that the desk is about, and note how far it has come.

    Raises Conflict where the build is another's by now.
    """
    if desk.build is None:
        raise ValueError("a rebuild writes no rows of the live build")
    write_rows(desk.connection, desk.ledger, desk.build, folded.rows)
    advance(desk, folded.seq)


def fits(refold: Refold, desk: Desk, *, events: int) -> bool:
    """Whether there is a next command, and it weighs no more than so many events.

    No more than these are read: others may be waiting for the head.
    """
    _stock(refold, desk, events=events)
    return refold.fits(events)


def fold_here(refold: Refold, desk: Desk, *, events: int | None = None) -> int:
    """Fold and write what follows, in one transaction: a chunk, or so many events.

    At least one command, if there is one. Returns how many events there were. Raises
    UnfoldableError, and Conflict where the build is another's by now.
    """
    begun = time.monotonic()
    _stock(refold, desk)
    meanwhile = heartbeat(desk.connection, desk.pipeline)
    folded = refold.fold(partial(look_up, desk), events=events, meanwhile=meanwhile)
    if folded.events:
        write_chunk(desk, folded)
        refold.paced(folded.events, time.monotonic() - begun)
    return folded.events


def _stock(refold: Refold, desk: Desk, *, events: int | None = None) -> None:
    if refold.is_out:
        refold.take(read_chunk(desk, refold.seq, events=events))
