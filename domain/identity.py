"""What makes two spellings one: identity keys, refusal keys, and their digests.

Originals are stored as given. Keys are derived from them, by version 1 of the rules on every Python
alike, and may be derived again at any time. A text of which nothing can be seen has an empty key;
`domain.blank.is_blank` tells, and such a text is refused at the door.
"""

from collections.abc import Callable
from enum import StrEnum
from hashlib import sha256
from typing import Final, assert_never
from unicodedata import normalize

from domain import lookalikes
from domain.blank import INVISIBLE, RESERVED, collapsed
from domain.unicode14 import between_unassigned

IDENTITY_VERSION: Final = 1
"""The version of these rules; a ledger carries the one that it was opened with."""

_DIGEST_DOMAIN: Final = b"factledger/key/v1"


class IdentityMode(StrEnum):
    """Which spellings a ledger takes for one; chosen when it is opened."""

    FOLDED = "folded"
    EXACT = "exact"


def identity_key(text: str, *, mode: IdentityMode) -> str:
    """The text as it is compared; the key of a key is itself.

    In both modes invisible characters are removed and white space of any kind is one space, none at
    the ends. Folded text is NFKC and case folded besides. Exact text is NFC: it keeps case and
    compatibility forms, as code needs it.
    """
    if text.isascii():
        return _ascii_key(text, mode=mode)
    return collapsed(between_unassigned(_normalizer(mode), text))


def refusal_key(text: str, *, mode: IdentityMode) -> str:
    """The identity key as a reader sees it, so that a refused value knows its doubles.

    Letters that look like Latin ones become these. Reserved code points that are ignored in display
    are removed, which the identity key may not do as they are unassigned.
    """
    key = identity_key(text, mode=mode)
    if key.isascii():
        return key
    if RESERVED.search(key):
        key = identity_key(RESERVED.sub("", key), mode=mode)
    return between_unassigned(_latinizer(mode), key)


def digest(kind: str, *keys: str) -> bytes:
    """The 32 bytes under which keys of a kind stand in an index.

    SHA-256 over the domain, then the kind and each key, each behind its length in bytes: no two
    lists of keys give the same input.
    """
    framed = [_DIGEST_DOMAIN]
    for part in (kind, *keys):
        encoded = part.encode()
        framed += (len(encoded).to_bytes(8, "big"), encoded)
    return sha256(b"".join(framed)).digest()


def _ascii_key(text: str, *, mode: IdentityMode) -> str:
    # str.split takes the same ASCII characters for white space as domain.blank.
    shown = text if text.isprintable() else INVISIBLE.sub("", text)
    key = " ".join(shown.split())
    return key.lower() if mode is IdentityMode.FOLDED else key


def _normalizer(mode: IdentityMode) -> Callable[[str], str]:
    match mode:
        case IdentityMode.FOLDED:
            return _fold
        case IdentityMode.EXACT:
            return _compose
        case _:
            assert_never(mode)


def _fold(text: str) -> str:
    # Folding may leave a text that normalises further, and that one a text that folds further.
    folded = normalize("NFKC", normalize("NFKC", INVISIBLE.sub("", text)).casefold())
    return folded if folded == text else _fold(folded)


def _compose(text: str) -> str:
    return normalize("NFC", INVISIBLE.sub("", text))


def _latinizer(mode: IdentityMode) -> Callable[[str], str]:
    match mode:
        case IdentityMode.FOLDED:
            return _latin_folded
        case IdentityMode.EXACT:
            return _latin_exact
        case _:
            assert_never(mode)


def _latin_folded(text: str) -> str:
    return normalize("NFKC", normalize("NFD", text).translate(lookalikes.FOLDED))


def _latin_exact(text: str) -> str:
    return normalize("NFC", normalize("NFD", text).translate(lookalikes.EXACT))
