"""Reading a stored document: each reader gives what it names, or says that it is something else.

A reader raises KeyError for what is missing, TypeError for another type and ValueError for another
spelling; who reads bytes that others may have written turns these into one refusal.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import cast

from domain.moments import instant_text

Doc = dict[str, object]


def text(doc: Doc, key: str) -> str:
    """The text under this key."""
    return as_text(doc[key])


def text_or_none(doc: Doc, key: str) -> str | None:
    """The text under this key, or the null."""
    return None if doc[key] is None else text(doc, key)


def whole(doc: Doc, key: str) -> int:
    """The whole number under this key."""
    return as_whole(doc[key])


def truth(doc: Doc, key: str) -> bool:
    """The true or false under this key."""
    value = doc[key]
    if not isinstance(value, bool):
        raise TypeError(key)
    return value


def items(doc: Doc, key: str) -> list[object]:
    """The list under this key."""
    value = doc[key]
    if not isinstance(value, list):
        raise TypeError(key)
    return cast("list[object]", value)


def mapping(doc: Doc, key: str) -> Doc:
    """The object under this key."""
    return as_doc(doc[key])


def instant(doc: Doc, key: str) -> datetime:
    """The instant under this key, spelt as the profile spells it."""
    return _instant(text(doc, key))


def as_doc(value: object) -> Doc:
    """The value as an object."""
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return cast("Doc", value)


def as_text(value: object) -> str:
    """The value as a text."""
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def as_whole(value: object) -> int:
    """The value as a whole number; a truth is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a whole number")
    return value


# A claim is mostly observed when it is recorded, and the events of a command follow each other.
@lru_cache(maxsize=64)
def _instant(given: str) -> datetime:
    parsed = datetime.fromisoformat(given)
    # That takes more spellings than the one, which is told by what it would be spelt like.
    if parsed.tzinfo is not UTC or instant_text(parsed) != given:
        raise ValueError("not how an instant is spelt")
    return parsed
