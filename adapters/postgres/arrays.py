"""Arrays as the database reads them, for parameters whose type the statement names.

Given a list, the driver asks each item how it is to be sent, and then for its text: that costs more
than to send most of what goes with it.
"""

from collections.abc import Iterable


def of_numbers(several: Iterable[int]) -> str:
    """An array of whole numbers."""
    return _array(map(str, several))


def of_keys(several: Iterable[bytes]) -> str:
    """An array of byte strings."""
    # In an array, a backslash is written as two.
    return _array([rf"\\x{each.hex()}" for each in several])


def of_texts(several: Iterable[str]) -> str:
    """An array of texts, which hold no NUL."""
    return _array(map(_quoted, several))


def _array(items: Iterable[str]) -> str:
    return "{" + ",".join(items) + "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    return f'"{escaped}"'
