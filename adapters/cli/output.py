"""What is written for people and for programs: nothing of it can steer a terminal."""

import json
import os
import select
import sys
from collections.abc import Mapping

import typer

from domain.values import Boolean, Date, Entity, Number, Text, Value, value_columns

READER_GONE = 3


def line(text: str = "") -> None:
    """Write a line to standard output, at once."""
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise _reader_gone() from None


def require_reader() -> None:
    """End the command where who reads it has gone away, which else only a line would show."""
    asked = select.poll()
    asked.register(sys.stdout.fileno(), 0)
    if any(event & select.POLLERR for _, event in asked.poll(0)):
        raise _reader_gone()


def document(content: Mapping[str, object]) -> None:
    """Write a JSON document in ASCII: indented on a terminal, else on one line."""
    line(json.dumps(content, indent=2 if sys.stdout.isatty() else None))


def aside(text: str) -> None:
    """Write a line to standard error, for what is not part of the answer."""
    sys.stderr.write(f"{text}\n")


def plain(text: str) -> str:
    """The text in one line, with all that is not printable spelt out as an escape."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def value_text(value: Value) -> str:
    """A value as people read it; the JSON form tells the kinds apart."""
    match value:
        case Number(unit=str(unit)):
            return plain(f"{value_columns(value)[1]} {unit}")
        case Text() | Number() | Date() | Boolean() | Entity():
            return plain(value_columns(value)[1])


def _reader_gone() -> typer.Exit:
    # Python would complain at the end of what it can't write.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return typer.Exit(READER_GONE)
