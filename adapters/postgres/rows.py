"""Writing the rows of the read tables: one statement for all that is written of a table."""

import json
from collections.abc import Iterable
from datetime import datetime

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement
from domain.words import LedgerName
from projections.registry import INLINE
from projections.rows import Row
from projections.step import Since, note_since

Rows = dict[str, dict[tuple[object, ...], Row | None]]
"""By table and key, the row that is to be written; None where it is to go."""


def keep(
    rows: Rows,
    projected: Iterable[tuple[str, tuple[object, ...], Row | None]],
    since: dict[int, Since],
) -> None:
    """Take in what a command writes, behind what the ones before it do, and note it in `since`."""
    for table, key, row in projected:
        rows.setdefault(table, {})[key] = row
        if table == "fact":
            note_since(since, row, key)


def write_rows(
    connection: Connection[TupleRow], ledger: LedgerName, build: int, rows: Rows
) -> None:
    """Write these rows of one build of a ledger's tables, in a transaction and pipeline."""
    for projection in INLINE:
        found = rows.get(projection.table, {})
        kept = [row._asdict() for row in found.values() if row is not None]
        gone = [
            dict(zip(projection.key, key, strict=True)) for key, row in found.items() if row is None
        ]
        for verb, name, documents in (("delete", "keys", gone), ("write", "rows", kept)):
            if documents:
                connection.execute(
                    statement(f"{verb}_{projection.table}"),
                    {
                        "ledger": ledger,
                        "build": build,
                        name: json.dumps(documents, default=_plain),
                    },
                )


def _plain(value: object) -> str:
    match value:
        case bytes():
            return rf"\x{value.hex()}"
        case datetime():
            return value.isoformat()
        case _:
            raise TypeError(f"no column holds a {type(value).__name__}")
