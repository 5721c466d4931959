"""The keys that a claim is found by: digests of identity keys, for indexes."""

from functools import lru_cache
from typing import NamedTuple

from domain.identity import IdentityMode, digest, identity_key, refusal_key
from domain.values import Value, value_key, value_refusal_key


class TopicKey(NamedTuple):
    """A subject's predicate, by the 32-byte digests of their identity keys."""

    subject: bytes
    predicate: bytes


class LineKey(NamedTuple):
    """One value of a subject's predicate, by the 32-byte digests of the identity keys."""

    subject: bytes
    predicate: bytes
    object: bytes

    @property
    def topic(self) -> TopicKey:
        """The subject's predicate that this is a value of."""
        return TopicKey(self.subject, self.predicate)


def subject_digest(subject: str, *, mode: IdentityMode) -> bytes:
    """The 32-byte index key of a subject."""
    return digest("subject", identity_key(subject, mode=mode))


# Few predicates and sources are said again and again; each is at most a thousand characters long.
@lru_cache(maxsize=1024)
def predicate_digest(predicate: str, *, mode: IdentityMode) -> bytes:
    """The 32-byte index key of a predicate."""
    return digest("predicate", identity_key(predicate, mode=mode))


def object_digest(value: Value, *, mode: IdentityMode) -> bytes:
    """The 32-byte index key of an object; a text and an entity of the same key share it."""
    return digest("object", value_key(value, mode=mode))


@lru_cache(maxsize=1024)
def source_digest(source: str, *, mode: IdentityMode) -> bytes:
    """The 32-byte index key of a source."""
    return digest("source", identity_key(source, mode=mode))


def tag_digest(tag: str) -> bytes:
    """The 32-byte index key of a foreign event's tag, which is compared as it is spelt."""
    return digest("tag", tag)


# A claim's key is asked for where it is loaded, decided, folded and projected: a group of the write
# path is remembered whole, and with the longest objects allowed the cache stays within 200 MB.
@lru_cache(maxsize=512)
def line_key(subject: str, predicate: str, value: Value, *, mode: IdentityMode) -> LineKey:
    """The key of one value of a subject's predicate."""
    return LineKey(
        subject_digest(subject, mode=mode),
        predicate_digest(predicate, mode=mode),
        object_digest(value, mode=mode),
    )


@lru_cache(maxsize=512)
def refusal_digest(subject: str, predicate: str, value: Value, *, mode: IdentityMode) -> bytes:
    """The 32-byte index key under which a tombstone of such a value is found, look-alikes too."""
    return digest(
        "refusal",
        refusal_key(subject, mode=mode),
        refusal_key(predicate, mode=mode),
        value_refusal_key(value, mode=mode),
    )


def line_digest(line: LineKey) -> bytes:
    """The 32 bytes that stand for a line where three keys would be too long."""
    return digest("line", *(key.hex() for key in line))
