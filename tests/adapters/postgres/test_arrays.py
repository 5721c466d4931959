"""What is written as an array is what the database reads."""

from typing import LiteralString

import psycopg
import pytest

from adapters.postgres import arrays
from tests.database import Database

TEXTS = ["", "a", "NULL", "{}", "a,b", 'a"b', r"a\b", r"\x00", " a ", "Zoë\n", "'"]
KEYS = [b"", b"\x00\xff", b"\\x61", b"NULL", bytes(32)]
NUMBERS = [0, -1, 2**53]


@pytest.mark.parametrize(
    ("written", "query", "items"),
    [
        (arrays.of_texts(TEXTS), "select %s::text[]", TEXTS),
        (arrays.of_texts([]), "select %s::text[]", []),
        (arrays.of_keys(KEYS), "select %s::bytea[]", KEYS),
        (arrays.of_keys([]), "select %s::bytea[]", []),
        (arrays.of_numbers(NUMBERS), "select %s::bigint[]", NUMBERS),
        (arrays.of_numbers([]), "select %s::bigint[]", []),
    ],
)
def test_an_array_holds_its_items_in_their_order(
    database: Database, written: str, query: LiteralString, items: list[object]
) -> None:
    with psycopg.connect(database.app_url) as connection:
        row = connection.execute(query, [written]).fetchone()
    assert row == (items,)
