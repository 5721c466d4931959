"""Loading what a group of commands touches, in one round trip, as the memory of its decisions.

The statements are sent right behind the one that takes the head. Each sees the last commit, since
under READ COMMITTED a statement's snapshot is taken when it begins, after the lock is held.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, class_row

from adapters.postgres.matching import LAST, match_parameters
from adapters.postgres.orders import Head, Opening, Order
from adapters.postgres.statements import statement
from domain.commands import RecordForeign
from domain.fold import Memory, lines_of, references_of
from domain.identity import IdentityMode
from domain.keys import LineKey
from domain.state import Fact, Rules
from domain.values import value_from_columns
from domain.words import CommandId, LedgerName, Seq, Status


class _LineRow(NamedTuple):
    place: int
    fact: int | None
    status: str
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    claims: int
    sources: list[str]
    observed_at: datetime
    recorded_at: datetime
    last_seq: int
    topic_values: int


class OpeningRow(NamedTuple):
    """A row of load_rules."""

    command_key: bytes
    opened_seq: int
    time_zone: str
    identity: str
    identity_version: int
    flip_back_hours: int

    def opening(self) -> Opening:
        """How the ledger was opened."""
        rules = Rules(
            opened=Seq(self.opened_seq),
            time_zone=self.time_zone,
            identity=IdentityMode(self.identity),
            identity_version=self.identity_version,
            flip_back_hours=self.flip_back_hours,
        )
        return Opening(rules=rules, command_key=self.command_key)


class Earlier(NamedTuple):
    """A command carried out before: what it asked, as a digest, and where its events lie."""

    id: str
    digest: bytes | None
    first_seq: int
    last_seq: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The statements under way: fetch nothing before the head, which is ahead of them."""

    ledger: LedgerName
    opening: Opening | None
    lines: tuple[LineKey, ...]
    line_rows: Cursor[_LineRow] | None
    statistics: Cursor[TupleRow]
    known: Cursor[TupleRow] | None
    conflicts: Cursor[TupleRow] | None
    earlier: Cursor[Earlier] | None

    def memory(self, head: Head) -> Memory:
        """What was loaded, at the position of the head."""
        memory = Memory(
            ledger=self.ledger,
            seq=head.seq,
            recorded_at=head.recorded_at,
            rules=None if self.opening is None else self.opening.rules,
            statistics=dict(self.statistics.fetchall()),
        )
        if self.known is not None:
            memory.known.update(Seq(fact) for (fact,) in self.known.fetchall())
        if self.conflicts is not None:
            memory.conflicts = bool(self.conflicts.fetchall())
        for row in [] if self.line_rows is None else self.line_rows.fetchall():
            key = self.lines[row.place]
            memory.facts[key] = None if row.fact is None else _fact(row, Seq(row.fact), key)
            # The row of a value that stands says no more than that there is one.
            counted = memory.values.get(key.topic, 0)
            memory.values[key.topic] = max(counted, row.topic_values)
        return memory

    def carried_out(self) -> dict[CommandId, Earlier]:
        """The commands asked about that were carried out before, by their ids."""
        found = [] if self.earlier is None else self.earlier.fetchall()
        return {CommandId(each.id): each for each in found}


def ask(
    connection: Connection[TupleRow],
    ledger: LedgerName,
    opening: Opening | None,
    orders: Sequence[Order],
    *,
    unsure: Sequence[CommandId],
) -> Asked:
    """Send what loads the slices that these orders touch; `unsure` are ids to look up besides."""
    lines = _lines(orders, opening)
    references = sorted({seq for order in orders for seq in references_of(order.command)})
    ids = [*unsure, *(order.id for order in orders if order.digest is not None)]
    return Asked(
        ledger=ledger,
        opening=opening,
        lines=lines,
        line_rows=_ask_lines(connection, ledger, lines) if lines else None,
        statistics=connection.execute(statement("load_statistics"), {"ledger": ledger}),
        known=connection.execute(statement("load_known"), {"ledger": ledger, "facts": references})
        if references
        else None,
        conflicts=_ask_conflicts(connection, ledger, orders),
        earlier=_ask_commands(connection, ledger, ids) if ids else None,
    )


def _lines(orders: Sequence[Order], opening: Opening | None) -> tuple[LineKey, ...]:
    if opening is None:
        return ()
    mode = opening.rules.identity
    return tuple({key: None for order in orders for key in lines_of(order.command, mode=mode)})


def _ask_lines(
    connection: Connection[TupleRow], ledger: LedgerName, lines: Sequence[LineKey]
) -> Cursor[_LineRow]:
    asked = [
        {
            "place": place,
            "subject": rf"\x{key.subject.hex()}",
            "predicate": rf"\x{key.predicate.hex()}",
            "object": rf"\x{key.object.hex()}",
        }
        for place, key in enumerate(lines)
    ]
    cursor = connection.cursor(row_factory=class_row(_LineRow))
    return cursor.execute(statement("load_lines"), {"ledger": ledger, "lines": json.dumps(asked)})


def _ask_conflicts(
    connection: Connection[TupleRow], ledger: LedgerName, orders: Sequence[Order]
) -> Cursor[TupleRow] | None:
    # A foreign append with a condition is a group of its own, so there is one at most.
    for order in orders:
        if isinstance(order.command, RecordForeign) and order.command.unless is not None:
            return connection.execute(
                statement("match_events"),
                match_parameters(ledger, order.command.unless, until=LAST, limit=1),
            )
    return None


def _ask_commands(
    connection: Connection[TupleRow], ledger: LedgerName, ids: Sequence[CommandId]
) -> Cursor[Earlier]:
    cursor = connection.cursor(row_factory=class_row(Earlier))
    return cursor.execute(statement("load_commands"), {"ledger": ledger, "ids": list(ids)})


def _fact(row: _LineRow, fact: Seq, key: LineKey) -> Fact:
    return Fact(
        fact=fact,
        status=Status(row.status),
        subject=row.subject,
        predicate=row.predicate,
        object=value_from_columns(row.object_kind, row.object_text, row.object_unit),
        key=key,
        claims=row.claims,
        sources=tuple(row.sources),
        observed_at=row.observed_at,
        recorded_at=row.recorded_at,
        last_seq=Seq(row.last_seq),
    )
