"""The incremental tree against the definition of RFC 6962, written down as the RFC words it."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.merkle import MerkleTree


def merkle_tree_hash(leaves: list[bytes]) -> bytes:
    """MTH({}) = SHA-256(); MTH({d}) = d, since d is a leaf hash already; else of the two halves."""
    n = len(leaves)
    if n == 0:
        return sha256(b"").digest()
    if n == 1:
        return leaves[0]
    k = max(2**power for power in range(n.bit_length()) if 2**power < n)
    return sha256(b"\x01" + merkle_tree_hash(leaves[:k]) + merkle_tree_hash(leaves[k:])).digest()


def root_of(leaves: list[bytes]) -> bytes:
    tree = MerkleTree()
    for leaf in leaves:
        tree.append(leaf)
    return tree.root()


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=70))
def test_the_root_is_the_one_that_the_rfc_defines(leaves: list[bytes]) -> None:
    assert root_of(leaves) == merkle_tree_hash(leaves)


def test_the_root_can_be_asked_for_after_every_leaf() -> None:
    leaves = [sha256(bytes([number])).digest() for number in range(130)]
    tree = MerkleTree()
    for size, leaf in enumerate(leaves):
        assert tree.root() == merkle_tree_hash(leaves[:size])
        tree.append(leaf)
        assert tree.size == size + 1


# Known answers of other implementations: the leaves are those of the test vectors that Certificate
# Transparency logs are tested with, each the hash of 0x00 and an input.
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]
KNOWN = [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    (2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    (3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    (4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    (5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    (6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    (7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
]


@pytest.mark.parametrize(("size", "root"), KNOWN)
def test_the_root_is_the_one_that_others_have_published(size: int, root: str) -> None:
    leaves = [sha256(b"\x00" + bytes.fromhex(each)).digest() for each in INPUTS[:size]]
    assert root_of(leaves).hex() == root
