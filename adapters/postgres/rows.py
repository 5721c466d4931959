"""Writing the rows of the read tables: one statement for all that is written of a table."""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Final

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.postgres.statements import statement
from domain.words import LedgerName
from projections.registry import INLINE
from projections.rows import Row
from projections.step import Since, note_since

Rows = dict[str, dict[tuple[object, ...], Row | None]]
"""By table and key, the row that is to be written; None where it is to go."""

USUAL: Final = ("fact", "claim", "decision", "statistic")
"""Tables to which nearly every command writes, with one statement for all of them."""


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
    of_build = {"ledger": ledger, "build": build}
    kept: dict[str, list[Row]] = {}
    for projection in INLINE:
        found = rows.get(projection.table, {})
        kept[projection.table] = [row for row in found.values() if row is not None]
        gone = [
            dict(zip(projection.key, key, strict=True)) for key, row in found.items() if row is None
        ]
        if gone:
            name = f"delete_{projection.table}"
            connection.execute(statement(name), {**of_build, "keys": _documents(gone)})
    usual = {table: kept.pop(table) for table in USUAL}
    if any(usual.values()):
        given = {f"{table}_rows": _rows(several) for table, several in usual.items()}
        connection.execute(statement("write_usual"), {**of_build, **given})
    for table, several in kept.items():
        if several:
            connection.execute(statement(f"write_{table}"), {**of_build, "rows": _rows(several)})


def _rows(several: Iterable[Row]) -> str:
    return _documents([each._asdict() for each in several])


def _documents(several: list[dict[str, object]]) -> str:
    return _JSON.encode(several)


# A key or an instant stands in several rows of a claim, and those of a group are remembered whole.
@lru_cache(maxsize=1024)
def _plain(value: object) -> str:
    match value:
        case bytes():
            return rf"\x{value.hex()}"
        case datetime():
            return value.isoformat()
        case _:
            raise TypeError(f"no column holds a {type(value).__name__}")


_JSON: Final = json.JSONEncoder(default=_plain, check_circular=False, separators=(",", ":"))
