"""Cursors: where a list goes on. They are opaque, and belong to the question that they answer."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from hashlib import sha256
from typing import Final

_MARK_BYTES: Final = 9


def cursor(question: str, key: str) -> str:
    """The cursor that goes on after this key in the answer to this question."""
    content = key.encode()
    return urlsafe_b64encode(_mark(question, content) + content).decode("ascii")


def key_of(text: str, question: str) -> str | None:
    """The key that `cursor` was given for this question; None for any other text.

    The mark tells a mistake from a cursor; it keeps nobody from making one, so a key is still
    input from outside.
    """
    try:
        content = urlsafe_b64decode(text.encode("ascii"))
        mark, key = content[:_MARK_BYTES], content[_MARK_BYTES:]
        found = key.decode("ascii")
    except (NotBase64, UnicodeError):
        return None
    return found if mark == _mark(question, key) and cursor(question, found) == text else None


def _mark(question: str, key: bytes) -> bytes:
    return sha256(question.encode() + b"\0" + key).digest()[:_MARK_BYTES]
