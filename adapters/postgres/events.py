"""Reading stored events back: their bytes, their parts, and the domain's events they stand for."""

from datetime import datetime
from typing import NamedTuple

from psycopg import Connection
from psycopg.rows import TupleRow, class_row

from adapters.postgres.loader import Earlier
from adapters.postgres.orders import Kept, Written
from adapters.postgres.statements import statement
from domain.chain import unseal
from domain.events import Recorded
from domain.refusals import Refusal
from domain.words import LedgerName


class EventRow(NamedTuple):
    """An event as the tables hold it: the hashed bytes, the columns beside them, and its parts."""

    seq: int
    prev: bytes
    leaf_hash: bytes
    recorded_at: datetime
    type: str
    body: bytes
    salts: list[bytes | None]
    contents: list[bytes | None]


class UnreadableEvent(Exception):
    """A stored event that this program can't read; `seq` says which one."""

    def __init__(self, seq: int, refusal: Refusal) -> None:
        super().__init__(f"event {seq}: {refusal.detail}")
        self.seq = seq


def recorded_of(stored: EventRow) -> Recorded:
    """The domain's event in these bytes; raises UnreadableEvent."""
    recorded = unseal(stored.body, stored.contents)
    if isinstance(recorded, Refusal):
        raise UnreadableEvent(stored.seq, recorded)
    return recorded


def load_stretch(
    connection: Connection[TupleRow], ledger: LedgerName, first: int, last: int
) -> list[EventRow]:
    """The stored events of a ledger in scope between two positions, both included."""
    cursor = connection.cursor(row_factory=class_row(EventRow))
    return cursor.execute(
        statement("load_events"), {"ledger": ledger, "first": first, "last": last}
    ).fetchall()


def load_written(connection: Connection[TupleRow], ledger: LedgerName, earlier: Earlier) -> Written:
    """What a command that was carried out before wrote, read back from its events."""
    stored = load_stretch(connection, ledger, earlier.first_seq, earlier.last_seq)
    kept = tuple(Kept(recorded=recorded_of(each), leaf_hash=each.leaf_hash) for each in stored)
    return Written(events=kept, repeated=True)
