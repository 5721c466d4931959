"""The floor under the write path: the same queue and groups, and one INSERT of the same bytes.

It checks nothing, decides nothing and projects nothing: what is left is what any durable group
commit must do.
"""

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime

import psycopg

from adapters.postgres.committer import Committer
from adapters.postgres.orders import Order, Outcome, Written
from adapters.postgres.pool import Pool
from benchmarks.ground import Ground
from domain.chain import GENESIS, Receipt, Sealed, place, seal
from domain.commands import AssertFact
from domain.events import FactAsserted, Said
from domain.words import CommandId, LedgerName, Seq

INSERT = """
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


def prepare(ground: Ground) -> None:
    """Make tables of the ledger's own shape without its checks, for the service's role."""
    with psycopg.connect(ground.admin_url, autocommit=True) as connection:
        connection.execute("create schema floor")
        connection.execute("create table floor.event (like ledger.event including all)")
        connection.execute("create table floor.part (like ledger.part including all)")
        connection.execute("grant usage on schema floor to factledger_app")
        connection.execute("grant select, insert on all tables in schema floor to factledger_app")


def sealed_bytes(ground: Ground, ledger: LedgerName, command: AssertFact, seq: int) -> Sealed:
    """The bytes that this command becomes in the ledger, made ahead of the run."""
    at = datetime.now(UTC)
    said = Said(
        subject=command.subject,
        predicate=command.predicate,
        object=command.object,
        qualifiers=(),
        source=ground.grant.actor.name,
        session=None,
        observed_at=at,
        observed_text=None,
    )
    event = FactAsserted(fact=Seq(seq), said=said, quotes=(), derived_from=(), warned=())
    (recorded,) = place(
        [event],
        ledger=ledger,
        after=Seq(seq - 1),
        recorded_after=None,
        clock=at,
        actor=ground.grant.actor,
        command=CommandId(os.urandom(16).hex()),
    )
    return seal(recorded, prev=os.urandom(32), salts=iter([os.urandom(32)]))


def null_committer(pool: Pool, ledger: LedgerName, sealed: Sealed) -> Committer:
    """A committer of the real queue and groups that inserts the given bytes for each order."""
    position = 0

    def write(
        orders: Sequence[Order], unsure: Sequence[CommandId], budget_s: float
    ) -> list[Outcome]:
        nonlocal position
        del unsure, budget_s
        seqs = list(range(position + 1, position + 1 + len(orders)))
        position += len(orders)
        insert(pool, ledger, sealed, seqs)
        receipt = Receipt(ledger=ledger, seq=Seq(position), leaf_hash=GENESIS)
        done = Written(recorded=(sealed.recorded,), receipt=receipt, repeated=False)
        return [done] * len(orders)

    return Committer(write, name="null committer")


def insert(pool: Pool, ledger: LedgerName, sealed: Sealed, seqs: Sequence[int]) -> None:
    """One durable INSERT of as many events and parts as there are positions."""
    (part,) = sealed.parts
    count = len(seqs)
    with pool.connection() as connection:
        connection.execute(
            INSERT,
            {
                "ledger": ledger,
                "seqs": list(seqs),
                "prevs": [os.urandom(32) for _ in seqs],
                "leaves": [sealed.leaf_hash] * count,
                "instants": [sealed.recorded.recorded_at] * count,
                "bodies": [sealed.body] * count,
                "salts": [part.salt] * count,
                "contents": [part.content] * count,
            },
        )


def as_json(figures: dict[str, object]) -> str:
    """Figures as one line, for programs."""
    return json.dumps(figures, default=str)
