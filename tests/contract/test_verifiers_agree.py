"""Three verifiers that share no code find a flipped byte at its event: SQL, ours, another."""

import ast
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import LiteralString, cast

import psycopg
import pytest
from psycopg import Connection, sql
from psycopg.rows import TupleRow

from adapters.postgres.verifier import Depth, verified
from adapters.services import Services
from domain.words import LedgerName
from tests.conftest import Caller
from tests.contract import independent_verifier
from tests.database import Database
from tests.ledgers import write_fifty_events

LEDGER = LedgerName("main")
EVENTS = """
    select
        seq, prev, leaf_hash,
        coalesce(to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ''),
        type, body
    from ledger.event where ledger = 'main' order by seq
"""
PARTS = """
    select seq, ord, salt, content from ledger.part where ledger = 'main' order by seq, ord
"""
HEAD = """
    select seq, leaf_hash, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    from ledger.head where ledger = 'main'
"""

CHAIN, ROOT = (
    (files("sql") / "checks" / "verify_chain.sql")
    .read_bytes()
    .replace(b":'ledger'", f"'{LEDGER}'".encode())
    .split(b";\n\n")
)


def by_sql(connection: Connection[TupleRow]) -> set[int]:
    return {seq for seq, _ in connection.execute(CHAIN).fetchall()}


def by_ours(connection: Connection[TupleRow]) -> set[int]:
    verification = verified(connection, LEDGER, depth=Depth.CHAIN)
    return {each.seq for each in verification.findings if each.seq is not None}


def by_another(connection: Connection[TupleRow]) -> set[int]:
    events = connection.execute(EVENTS).fetchall()
    parts = connection.execute(PARTS).fetchall()
    head = connection.execute(HEAD).fetchone()
    return {
        seq
        for seq, _ in independent_verifier.verify(
            LEDGER,
            cast("Sequence[independent_verifier.Event]", events),
            cast("Sequence[independent_verifier.Part]", parts),
            cast("tuple[int, bytes, str]", head),
        )
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class Flip:
    """One byte of one row that is to be changed; `place` is where in the column, from 0 to 1."""

    table: str
    column: str
    seq: int
    place: float

    def make(self, connection: Connection[TupleRow]) -> None:
        """Change the byte; of an event with parts, in the first one."""
        statement = sql.SQL(FLIP).format(
            table=sql.Identifier("ledger", self.table),
            column=sql.Identifier(self.column),
            first=sql.SQL("true" if self.table == "event" else "ord = 0"),
        )
        changed = connection.execute(statement, {"place": self.place, "seq": self.seq})
        assert changed.rowcount == 1


FLIP = """
    update {table}
    set {column} = set_byte(
        {column},
        floor(%(place)s * octet_length({column}))::integer,
        get_byte({column}, floor(%(place)s * octet_length({column}))::integer) # 1
    )
    where ledger = 'main' and seq = %(seq)s and {first}
"""


def flips() -> Iterator[Flip]:
    """A byte of every kind at every event."""
    for seq in range(1, 51):
        place = seq * 37 % 50 / 50
        for column in ("body", "prev", "leaf_hash"):
            yield Flip(table="event", column=column, seq=seq, place=place)
        for column in ("salt", "content") if seq > 1 else ():
            yield Flip(table="part", column=column, seq=seq, place=place)


@pytest.fixture
def tampering(
    database: Database, services: Services, admin: Caller
) -> Generator[Connection[TupleRow]]:
    """A superuser's transaction in a ledger of fifty events, in which no trigger fires."""
    write_fifty_events(services, admin.grant, LEDGER)
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("set session_replication_role = replica")
        yield connection
        connection.rollback()


def found_by_all(connection: Connection[TupleRow]) -> list[set[int]]:
    """The positions at which each of the three finds something wrong."""
    return [verifier(connection) for verifier in (by_sql, by_ours, by_another)]


def test_three_verifiers_find_every_flipped_byte_at_its_event(
    tampering: Connection[TupleRow],
) -> None:
    assert found_by_all(tampering) == [set()] * 3
    count = 0
    for flip in flips():
        with tampering.transaction(force_rollback=True):
            flip.make(tampering)
            # The next event links to a leaf hash, and may go on with a command.
            found = [each - {flip.seq + 1} for each in found_by_all(tampering)]
            assert found == [{flip.seq}] * 3, flip
            count += 1
    assert count == 50 * 5 - 2
    assert found_by_all(tampering) == [set()] * 3


def test_three_verifiers_come_to_one_root_at_every_size(tampering: Connection[TupleRow]) -> None:
    for size in (50, 49, 33, 32, 31, 5, 2, 1):
        with tampering.transaction(force_rollback=True):
            tampering.execute("delete from ledger.event where seq > %s", [size])
            leaves = tampering.execute("select leaf_hash from ledger.event order by seq").fetchall()
            assert len(leaves) == size
            root = independent_verifier.root([leaf for (leaf,) in leaves])
            assert tampering.execute(ROOT).fetchone() == (size, root.hex())
            assert verified(tampering, LEDGER, depth=Depth.CHAIN).root == root


CHANGES: list[tuple[LiteralString, set[int]]] = [
    ("delete from ledger.event where seq = 9", {9, 10}),
    ("delete from ledger.event where seq > 40", set(range(41, 51))),
    ("delete from ledger.part where seq = 9 and ord = 1", {9}),
    ("update ledger.part set seq = 99 where seq = 9 and ord = 0", {9, 99}),
    ("update ledger.part set ord = 7 where seq = 9 and ord = 0", {9}),
    ("update ledger.part set salt = null, content = null where seq = 9 and ord = 0", {9}),
    ("update ledger.event set recorded_at = 'infinity' where seq = 50", {50}),
    ("update ledger.event set recorded_at = '-infinity' where seq = 9", {9}),
    ("update ledger.event set type = 'Foreign' where seq = 9", {9}),
    ("update ledger.event set body = '' where seq = 9", {9}),
    ("update ledger.head set seq = 49", {49}),
    ("update ledger.head set leaf_hash = sha256('')", {50}),
]


@pytest.mark.parametrize(("change", "seqs"), CHANGES, ids=[each[0] for each in CHANGES])
def test_three_verifiers_find_what_was_taken_away_or_moved(
    tampering: Connection[TupleRow], change: LiteralString, seqs: set[int]
) -> None:
    assert found_by_all(tampering) == [set()] * 3
    assert tampering.execute(change).rowcount > 0
    assert found_by_all(tampering) == [seqs] * 3


def test_the_independent_verifier_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(independent_verifier.__file__).read_text())
    froms = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    plain = [
        each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names
    ]
    assert "hashlib" in froms
    assert {str(name).partition(".")[0] for name in (*froms, *plain)} <= sys.stdlib_module_names
