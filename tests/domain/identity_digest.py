"""Prints a digest a mode over the keys of all code points; any Python runs it without a library.

Usage: python -m tests.domain.identity_digest
"""

import hashlib
import sys
from collections.abc import Iterator

from domain.identity import IdentityMode, identity_key, refusal_key

_SURROGATES = range(0xD800, 0xE000)
_LIVELY = range(0x30000)
_ROW_CHARS = 256


def texts() -> Iterator[str]:
    """Texts that hold every code point but the surrogates, which no text may hold.

    Those of the planes that are in use come alone, and among marks that compose, reorder and fold
    unless the code point parts them. The planes above come in rows, as they only hold place.
    """
    for code in _LIVELY:
        if code not in _SURROGATES:
            yield chr(code)
            yield f"E\u0327{chr(code)}\u0301\u0327\u0345"
    for code in range(_LIVELY.stop, sys.maxunicode + 1, _ROW_CHARS):
        yield "".join(map(chr, range(code, code + _ROW_CHARS)))


def keys_digest(mode: IdentityMode) -> str:
    """The SHA-256 of the identity and the refusal key of each text."""
    digest = hashlib.sha256()
    for text in texts():
        identity, refusal = identity_key(text, mode=mode), refusal_key(text, mode=mode)
        digest.update(f"{identity}\0{refusal}\0".encode())
    return digest.hexdigest()


def main() -> None:
    """Write a line a mode: its name and its digest."""
    for mode in IdentityMode:
        sys.stdout.write(f"{mode} {keys_digest(mode)}\n")


if __name__ == "__main__":
    main()
