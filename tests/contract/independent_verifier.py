"""A second verifier, written from the design alone: nothing of it is shared with what it checks.

It imports the standard library and nothing else, takes rows as SQL gives them, and says at which
positions what is wrong. Where it and the product disagree, one of the two is wrong.
"""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256

Event = tuple[int, bytes, bytes, str, str, bytes]
"""seq, prev, leaf_hash, recorded_at as YYYY-MM-DDTHH:MM:SS.ffffffZ, type, body."""

Part = tuple[int, int, bytes | None, bytes | None]
"""seq, ord, salt, content."""

Fault = tuple[int, str]


def verify(
    ledger: str, events: Sequence[Event], parts: Iterable[Part], head: tuple[int, bytes, str]
) -> list[Fault]:
    """Every fault of a chain, by position; events and parts come in the order of their keys."""
    kept: dict[int, list[Part]] = {}
    for part in parts:
        kept.setdefault(part[0], []).append(part)
    faults: list[Fault] = []
    expected_seq, expected_prev, time_before = 1, b"\x00" * 32, ""
    for event in events:
        seq, prev, leaf_hash, recorded_at, _, body = event
        if seq != expected_seq:
            faults.append((seq, "gap"))
        if prev != expected_prev:
            faults.append((seq, "link"))
        if leaf_hash != sha256(b"\x00" + body).digest():
            faults.append((seq, "hash"))
        if recorded_at <= time_before:
            faults.append((seq, "time"))
        faults += _body_faults(ledger, event, kept.pop(seq, []))
        expected_seq, expected_prev, time_before = seq + 1, leaf_hash, recorded_at
    faults += [(seq, "parts without an event") for seq in kept]
    if head != (expected_seq - 1, expected_prev, time_before):
        faults.append((head[0], "head"))
    return faults


def root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle tree hash of RFC 6962, section 2.1, over leaf hashes."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()


def _body_faults(ledger: str, event: Event, parts: list[Part]) -> list[Fault]:
    seq, prev, _, recorded_at, type_, body = event
    try:
        doc = json.loads(body.decode("utf-8"))
        again = json.dumps(doc, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        said = [doc[key] for key in ("ledger", "seq", "prev", "recorded_at", "type", "v")]
        commitments = list(doc["parts"])
        frame = doc["command"]["i"], doc["command"]["n"], doc["command"]["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return [(seq, "body")]
    faults: list[Fault] = []
    if again.encode("utf-8", "surrogatepass") != body:
        faults.append((seq, "not canonical"))
    if said != [ledger, seq, prev.hex(), recorded_at, type_, 1]:
        faults.append((seq, "body against columns"))
    if [ord_ for _, ord_, _, _ in parts] != list(range(len(commitments))):
        faults.append((seq, "parts are missing or too many"))
    elif [_commitment(part) for part in parts] != commitments:
        faults.append((seq, "part against commitment"))
    if not 1 <= frame[0] <= frame[1]:
        faults.append((seq, "command"))
    return faults


def _commitment(part: Part) -> str | None:
    _, _, salt, content = part
    if salt is None or content is None or len(salt) != 32:
        return None
    return sha256(b"factledger/part/v1" + b"\x00" + salt + content).hexdigest()
