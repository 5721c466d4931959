"""A golden ledger laid into a real database: its chain, and no row of what follows from it."""

import json

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.pool import Pool, set_scope
from adapters.postgres.statements import statement
from domain.reading import as_doc, mapping, text
from domain.verification import StoredEvent
from tests.golden.kept import Golden


def lay(pool: Pool, golden: Golden) -> None:
    """Append all of its events by the one way in, which checks each of them."""
    ledger = golden.ledger()
    with pool.connection() as connection, connection.transaction():
        set_scope(connection, ledger)
        connection.execute(statement("open_ledger"), {"ledger": ledger})
        connection.execute(statement("take_head"), {"ledger": ledger})
        _append(connection, golden)


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
