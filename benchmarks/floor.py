"""The floors under the write path: the same bytes, kept as durably, and nothing else.

They check nothing, decide nothing and project nothing: what is left is what any durable write of
these bytes must do.
"""

import itertools
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import psycopg

from adapters.postgres.committer import Committer
from adapters.postgres.orders import Kept, Order, Outcome, Written
from benchmarks.ground import Ground
from benchmarks.workload import Call, claim
from domain.chain import Sealed, place, seal
from domain.events import FactAsserted, Said
from domain.words import CommandId, LedgerName, Seq, Status
from domain.worldtime.stated import Open, Stated, Undated

COPY_ROWS: Final = 100
"""Events, and as many parts, in a transaction of COPY."""

_LEDGER: Final = LedgerName("floor")

_TABLES: Final = """
create schema floor;
create table floor.event (like ledger.event including all);
create table floor.part (like ledger.part including all);
grant usage on schema floor to factledger_app;
grant select, insert on all tables in schema floor to factledger_app
"""

_INSERT: Final = """
with event as (
    insert into floor.event (ledger, seq, prev, leaf_hash, recorded_at, type, body)
    select %(ledger)s, e.seq, e.prev, e.leaf_hash, e.recorded_at, 'FactAsserted', e.body
    from unnest(
        %(seqs)b::bigint[], %(prevs)b::bytea[], %(leaves)b::bytea[],
        %(instants)b::timestamptz[], %(bodies)b::bytea[]
    ) as e (seq, prev, leaf_hash, recorded_at, body)
)
insert into floor.part (ledger, seq, ord, salt, content)
select %(ledger)s, p.seq, 0, p.salt, p.content
from unnest(%(seqs)b::bigint[], %(salts)b::bytea[], %(contents)b::bytea[]) as p (seq, salt, content)
"""

_COPY_EVENT: Final = """
copy floor.event (ledger, seq, prev, leaf_hash, recorded_at, type, body) from stdin (format binary)
"""
_COPY_PART: Final = "copy floor.part (ledger, seq, ord, salt, content) from stdin (format binary)"


class Floor:
    """Tables of the ledger's own shape without its checks, and the ways to write to them.

    Every event has the bytes of one claim, made ahead of the run, and a position of its own.
    """

    def __init__(self, on: Ground) -> None:
        with psycopg.connect(on.admin_url, autocommit=True) as connection:
            connection.execute(_TABLES)
        self._on = on
        self._sealed = _sealed(on)
        self._seqs = itertools.count(1)

    def committer(self) -> Committer:
        """The null committer: the real queue and groups, with one INSERT for each group."""

        kept = Kept(recorded=self._sealed.recorded, leaf_hash=self._sealed.leaf_hash)
        done = Written(events=(kept,), repeated=False)

        def write(
            orders: Sequence[Order], unsure: Sequence[CommandId], budget_s: float
        ) -> list[Outcome]:
            del unsure, budget_s
            self._insert(len(orders))
            return [done] * len(orders)

        return Committer(write, name="null committer")

    def inserting(self) -> Call:
        """One autocommitted INSERT of one event and its part, without queue or group."""

        def call() -> int:
            self._insert(1)
            return 1

        return call

    def copying(self) -> Call:
        """One transaction that copies events, and their parts."""
        sealed = self._sealed
        (part,) = sealed.parts

        def call() -> int:
            seqs = list(itertools.islice(self._seqs, COPY_ROWS))
            with self._on.services.pool.connection() as connection, connection.transaction():
                cursor = connection.cursor()
                with cursor.copy(_COPY_EVENT) as copy:
                    copy.set_types(
                        ["text", "int8", "bytea", "bytea", "timestamptz", "text", "bytea"]
                    )
                    for seq in seqs:
                        copy.write_row(
                            (
                                _LEDGER,
                                seq,
                                os.urandom(32),
                                sealed.leaf_hash,
                                sealed.recorded.recorded_at,
                                "FactAsserted",
                                sealed.body,
                            )
                        )
                with cursor.copy(_COPY_PART) as copy:
                    copy.set_types(["text", "int8", "int2", "bytea", "bytea"])
                    for seq in seqs:
                        copy.write_row((_LEDGER, seq, 0, part.salt, part.content))
            return COPY_ROWS

        return call

    def _insert(self, count: int) -> None:
        seqs = list(itertools.islice(self._seqs, count))
        sealed = self._sealed
        (part,) = sealed.parts
        with self._on.services.pool.connection() as connection:
            connection.execute(
                _INSERT,
                {
                    "ledger": _LEDGER,
                    "seqs": seqs,
                    "prevs": [os.urandom(32) for _ in seqs],
                    "leaves": [sealed.leaf_hash] * count,
                    "instants": [sealed.recorded.recorded_at] * count,
                    "bodies": [sealed.body] * count,
                    "salts": [part.salt] * count,
                    "contents": [part.content] * count,
                },
            )


def _sealed(on: Ground) -> Sealed:
    """The bytes that the first claim of the workload becomes in a ledger."""
    said = claim(0)
    at = datetime.now(UTC)
    event = FactAsserted(
        fact=Seq(1),
        said=Said(
            subject=said.subject,
            predicate=said.predicate,
            object=said.object,
            qualifiers=(),
            source=on.grant.actor.name,
            session=None,
            stated=Stated(start=Undated(said=False), end=Open(said=False)),
            observed_at=at,
            observed_text=None,
        ),
        quotes=(),
        derived_from=(),
        warned=(),
        joined=(),
        status=Status.ACTIVE,
        confirms=False,
        like=None,
        withheld=False,
        named=False,
        shown_at=None,
    )
    (recorded,) = place(
        [event],
        ledger=_LEDGER,
        after=Seq(0),
        recorded_after=None,
        clock=at,
        actor=on.grant.actor,
        command=CommandId(os.urandom(16).hex()),
    )
    return seal(recorded, prev=os.urandom(32), salts=iter([os.urandom(32)]))
