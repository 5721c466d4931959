"""Statements as they are sent: all that their files say, and short enough to be remembered."""

from importlib import import_module
from importlib.resources import files

import pytest

from adapters.postgres.statements import statement

NAMES = sorted(
    each.name.removesuffix(".sql")
    for each in (files("sql") / "queries").iterdir()
    if each.name.endswith(".sql")
)
REMEMBERED_BYTES_MAX = vars(import_module("psycopg._queries"))["MAX_CACHED_STATEMENT_LENGTH"]


@pytest.mark.parametrize("name", NAMES)
def test_the_driver_remembers_how_a_statement_is_parsed(name: str) -> None:
    assert 0 < len(statement(name)) <= REMEMBERED_BYTES_MAX


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_says_what_its_file_says_behind_the_name_of_it(name: str) -> None:
    said = (files("sql") / "queries" / f"{name}.sql").read_text().splitlines()
    spoken = [line for line in said if not line.lstrip().startswith("--")]
    first, *others = statement(name).decode().splitlines()
    assert first == f"-- {name}"
    assert " ".join(others).split() == " ".join(spoken).split()
    # A text that went on over several lines would lose the blanks that begin them.
    assert all(line.count("'") % 2 == 0 for line in spoken)
