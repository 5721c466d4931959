"""A file of lines that is in its place once it is whole, and until then leaves there what is."""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from adapters.errors import Invalid, Unavailable
from domain.refusals import Refusal


class Draft:
    """Takes the lines of a file; raises Unavailable where one can't be written."""

    def __init__(self, file: TextIO, place: Path) -> None:
        self._file = file
        self._place = place

    def line(self, text: str) -> None:
        """Write a line."""
        with _told_of(self._place):
            self._file.write(f"{text}\n")


def place_of(path: Path, *, field: str) -> Path:
    """Where a file can take the place of what is there; raises Invalid where that is no file.

    Raises Unavailable where it can't be told.
    """
    place = path.resolve()
    with _told_of(place):
        is_taken = place.exists() and not place.is_file()
    if is_taken:
        raise Invalid(
            Refusal(code="no_file", field=field, detail="is there and is no file: name another")
        )
    return place


@contextmanager
def drafted(place: Path) -> Generator[Draft]:
    """A draft beside its place, which it takes where the block ends well; else it is gone.

    Raises Unavailable where no file can be written there.
    """
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    with _told_of(place):
        file = beside.open("x", encoding="utf-8")
    try:
        with file:
            yield Draft(file, place)
            with _told_of(place):
                file.flush()
                os.fsync(file.fileno())
        with _told_of(place):
            beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def _told_of(place: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise Unavailable(f"can't write {place}: {error.strerror}") from error
