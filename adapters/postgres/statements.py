"""The named statements: each stands alone in a file of sql/queries and is read once."""

from functools import cache
from importlib.resources import files


@cache
def statement(name: str) -> bytes:
    """What `sql/queries/<name>.sql` says, behind its name: as bytes, which no glued text is.

    Its remarks and indents are for who reads the file. The driver remembers how it has parsed a
    statement only if that is no longer than 4,096 bytes, and parses any other one each time.
    """
    text = (files("sql") / "queries" / f"{name}.sql").read_bytes()
    lines = (line.strip() for line in text.splitlines())
    spoken = [line for line in lines if line and not line.startswith(b"--")]
    return b"\n".join((b"-- " + name.encode(), *spoken))
