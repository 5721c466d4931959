"""What the operating system refuses, said in one line."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from adapters.errors import CannotStart


@contextmanager
def in_one_line(path: Path) -> Generator[None]:
    """Turns an OSError into a CannotStart that names the place: the one that the error names, if it
    does so in full, else `path`.
    """
    try:
        yield
    except OSError as error:
        named = error.filename
        place = named if isinstance(named, str) and Path(named).is_absolute() else path
        raise CannotStart(f"can't use {place}: {error.strerror or error}") from error
