"""The Merkle tree over a ledger's leaf hashes, as RFC 6962, section 2.1, defines it.

The tree grows by one leaf at a time and keeps one node for each complete subtree that no later leaf
can change: as many as there are ones in the binary form of its size.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

EMPTY_ROOT: Final = sha256(b"").digest()
"""The root of a tree without leaves."""


def node_hash(left: bytes, right: bytes) -> bytes:
    """sha256(0x01 || left || right), the hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


@dataclass(kw_only=True, slots=True)
class MerkleTree:
    """A tree that leaves are appended to; mutable, for one thread."""

    size: int = 0
    _complete: list[bytes] = field(default_factory=list[bytes])

    def append(self, leaf_hash: bytes) -> None:
        """Add a leaf, given by its 32-byte leaf hash."""
        self.size += 1
        node, leaves = leaf_hash, self.size
        # Each even count on the way up says that a complete subtree of the same height stands left.
        while leaves % 2 == 0:
            node = node_hash(self._complete.pop(), node)
            leaves //= 2
        self._complete.append(node)

    def root(self) -> bytes:
        """The 32-byte root over the leaves so far."""
        if not self._complete:
            return EMPTY_ROOT
        *left, root = self._complete
        for node in reversed(left):
            root = node_hash(node, root)
        return root
