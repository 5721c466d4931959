"""The named statements: each stands alone in a file of sql/queries and is read once."""

from functools import cache
from importlib.resources import files


@cache
def statement(name: str) -> bytes:
    """The text of `sql/queries/<name>.sql`, as bytes: no text glued at run time is one."""
    return (files("sql") / "queries" / f"{name}.sql").read_bytes()
