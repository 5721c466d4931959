"""The one transaction of the write path: take the head, load, decide, append, project, commit.

Two round trips: what loads is sent behind what locks, and what writes ahead of the commit. Begin
and commit are statements among the others: the driver's own would each be waited for.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from psycopg import Connection
from psycopg.errors import LockNotAvailable
from psycopg.rows import TupleRow, class_row

from adapters.errors import NotFound, Unavailable
from adapters.postgres import arrays, loader
from adapters.postgres.deliberation import Deliberation
from adapters.postgres.events import load_written
from adapters.postgres.heartbeat import heartbeat
from adapters.postgres.loader import Earlier, OpeningRow
from adapters.postgres.lookup import Desk
from adapters.postgres.orders import Head, Opening, Order, Outcome
from adapters.postgres.pool import Pool, set_scope
from adapters.postgres.rows import write_rows
from adapters.postgres.statements import statement
from domain.commands import (
    AssertAll,
    DeclarePredicate,
    OpenLedger,
    ReinstateSource,
    RetractSource,
)
from domain.state import Rules
from domain.words import CommandId, LedgerName, Seq

AHEAD_MAX: Final = timedelta(minutes=5)
"""How far a head may lie ahead of the database's clock before writes are refused."""


class _HeadRow(NamedTuple):
    seq: int
    leaf_hash: bytes
    recorded_at: datetime | None
    build: int
    clock: datetime


def write_group(
    pool: Pool,
    ledger: LedgerName,
    opening: Opening | None,
    orders: Sequence[Order],
    *,
    unsure: Sequence[CommandId] = (),
    budget_s: float,
) -> list[Outcome]:
    """Carry out the first of these orders, as many as the budget of deciding allows, and commit.

    Returns an outcome for each order that was carried out, in order. `unsure` are ids of a try
    before this one whose commit may have taken place. Raises the driver's errors: nothing is
    committed then, unless the connection was lost in the commit itself.
    """
    if unsure:
        # A try before this one lost its connection: where the server went, the others went too.
        pool.check()
    try:
        return _written(pool, ledger, opening, orders, unsure=unsure, budget_s=budget_s)
    except LockNotAvailable:
        # Whoever is stopped behind a sync is timed out by the server, and nobody else is.
        with pool.connection() as connection:
            connection.execute(statement("end_stalled"))
        raise


def _written(
    pool: Pool,
    ledger: LedgerName,
    opening: Opening | None,
    orders: Sequence[Order],
    *,
    unsure: Sequence[CommandId],
    budget_s: float,
) -> list[Outcome]:
    with pool.connection() as connection, connection.pipeline() as pipeline:
        # This is left with a sync. Up to one the server takes a client for one at work, and would
        # wait for ever for one that is stopped in the middle of its decisions; behind it the
        # client is idle, and timed.
        with connection.pipeline():
            connection.execute(statement("begin_writing"))
            if any(isinstance(order.command, OpenLedger) for order in orders):
                set_scope(connection, ledger)
                connection.execute(statement("open_ledger"), {"ledger": ledger})
            taken = connection.cursor(row_factory=class_row(_HeadRow)).execute(
                statement("take_head"), {"ledger": ledger}
            )
            desk = Desk(connection=connection, pipeline=pipeline, ledger=ledger)
            asked = loader.ask_for(desk, opening, orders, unsure=unsure)
        row = taken.fetchone()
        if row is None:
            return [NotFound("there is no such ledger") for _ in orders]
        head = _head(ledger, row)
        if head.recorded_at is not None and head.recorded_at > head.clock + AHEAD_MAX:
            return [_ahead(head) for _ in orders]
        loaded = asked.loaded(head)
        if opening is None and head.seq > 0:
            loaded.memory.rules = _rules(connection, ledger)
        deliberation = Deliberation(head=head, loaded=loaded, earlier=asked.carried_out())
        with heartbeat(connection, pipeline) if any(map(_is_long, orders)) else nullcontext():
            outcomes = deliberation.decide_all(orders, budget_s=budget_s)
        answers = [
            load_written(connection, ledger, each) if isinstance(each, Earlier) else each
            for each in outcomes
        ]
        if deliberation.sealed:
            _write(connection, deliberation)
        return answers


def _is_long(order: Order) -> bool:
    """Whether an order may take longer to decide than the server lets a client be idle."""
    return isinstance(order.command, AssertAll | DeclarePredicate | RetractSource | ReinstateSource)


def _head(ledger: LedgerName, row: _HeadRow) -> Head:
    return Head(
        ledger=ledger,
        seq=Seq(row.seq),
        leaf_hash=row.leaf_hash,
        recorded_at=row.recorded_at,
        build=row.build,
        clock=row.clock,
    )


def _rules(connection: Connection[TupleRow], ledger: LedgerName) -> Rules | None:
    # Someone opened the ledger since the caller looked, and before the head was taken.
    cursor = connection.cursor(row_factory=class_row(OpeningRow))
    row = cursor.execute(statement("load_rules"), {"ledger": ledger}).fetchone()
    return None if row is None else row.opening().rules


def _ahead(head: Head) -> Unavailable:
    return Unavailable(
        f"the last record of this ledger lies {head.recorded_at} and the database's clock says "
        f"{head.clock}: set the clock right"
    )


def _write(connection: Connection[TupleRow], done: Deliberation) -> None:
    """Write what was decided, and commit; where nothing is written, leaving the connection does."""
    _append(connection, done)
    write_rows(connection, done.head.ledger, done.head.build, done.rows)
    connection.execute(statement("end_writing"))


def _append(connection: Connection[TupleRow], done: Deliberation) -> None:
    parts = [
        (at, ord_, part)
        for at, sealed in enumerate(done.sealed, start=1)
        for ord_, part in enumerate(sealed.parts)
    ]
    connection.execute(
        statement("append"),
        {
            "ledger": done.head.ledger,
            "bodies": [sealed.body for sealed in done.sealed],
            "ats": arrays.of_numbers(at for at, _, _ in parts),
            "ords": arrays.of_numbers(ord_ for _, ord_, _ in parts),
            "salts": [part.salt for _, _, part in parts],
            "contents": [part.content for _, _, part in parts],
            "commands": arrays.of_texts(order.id for order in done.orders),
            "digests": [order.digest for order in done.orders],
        },
    )
