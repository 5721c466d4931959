"""A golden ledger in a real database: its chain laid there, and the rows that are made of it."""

import json

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.pool import Pool, set_scope
from adapters.postgres.statements import statement
from adapters.postgres.stored import StoredLedger, in_silence, patiently
from domain.reading import as_doc, mapping, text
from domain.verification import StoredEvent
from domain.words import LedgerName
from projections.replay import TABLES, Derived
from tests.golden.kept import Golden


def lay(pool: Pool, golden: Golden) -> None:
    """Append all of its events by the one way in, which checks each; no table follows them yet."""
    ledger = golden.ledger()
    with pool.connection() as connection, connection.transaction():
        set_scope(connection, ledger)
        connection.execute(statement("open_ledger"), {"ledger": ledger})
        connection.execute(statement("take_head"), {"ledger": ledger})
        _append(connection, golden)


def rows_of(pool: Pool, ledger: LedgerName) -> dict[str, list[Derived]]:
    """The rows of every table, in the build that is live."""
    with patiently(pool, ledger) as connection:
        store = StoredLedger(connection=connection, ledger=ledger, progress=in_silence)
        head = store.head()
        assert head is not None
        return {each.name: [*store.rows(each, build=head.build)] for each in TABLES}


def _append(connection: Connection[TupleRow], golden: Golden) -> None:
    events = list(golden.events())
    parts = [(at, each) for at, event in enumerate(events, start=1) for each in event.parts]
    commands = [*dict.fromkeys(map(_command, events))]
    connection.execute(
        statement("append"),
        {
            "ledger": golden.ledger(),
            "bodies": [each.body for each in events],
            "ats": [at for at, _ in parts],
            "ords": [each.ord for _, each in parts],
            "salts": [each.salt for _, each in parts],
            "contents": [each.content for _, each in parts],
            "commands": commands,
            "digests": [None for _ in commands],
        },
    )


def _command(event: StoredEvent) -> str:
    return text(mapping(as_doc(json.loads(event.body)), "command"), "id")
