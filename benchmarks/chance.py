"""Draws that look random and are the same on every machine, so that two runs ask alike."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count

_DRAWN_BYTES = 8


def draws(seed: str) -> Iterator[int]:
    """Whole numbers of 64 bits, without end; to be taken modulo something much smaller."""
    for number in count():
        digest = sha256(f"{seed} {number}".encode()).digest()
        yield int.from_bytes(digest[:_DRAWN_BYTES])
