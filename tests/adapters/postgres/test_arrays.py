"""What is written as an array is what the database reads."""

import psycopg
import pytest
from psycopg import sql

from adapters.postgres import arrays
from tests.database import Database

TEXTS = ["", "a", "NULL", "{}", "a,b", 'a"b', r"a\b", r"\x00", " a ", "Zoë\n", "'"]
KEYS = [b"", b"\x00\xff", b"\\x61", b"NULL", bytes(32)]
NUMBERS = [0, -1, 2**53]


@pytest.mark.parametrize(
    ("written", "kind", "items"),
    [
        (arrays.of_texts(TEXTS), "text", TEXTS),
        (arrays.of_texts([]), "text", []),
        (arrays.of_keys(KEYS), "bytea", KEYS),
        (arrays.of_keys([]), "bytea", []),
        (arrays.of_numbers(NUMBERS), "bigint", NUMBERS),
        (arrays.of_numbers([]), "bigint", []),
    ],
)
def test_an_array_holds_its_items_in_their_order(
    database: Database, written: str, kind: str, items: list[object]
) -> None:
    with psycopg.connect(database.app_url) as connection:
        query = sql.SQL("select %s::{}[]").format(sql.SQL(kind))
        row = connection.execute(query, [written]).fetchone()
    assert row == (items,)
