"""Verification: whether stored events are the chain they claim to be, found out from their bytes.

It takes the events of one ledger as any store holds them, one after another in order of their
positions, keeps nothing of them but the last, and trusts nothing: whatever bytes it is given, it
answers with findings. Hashes are made of the stored bytes, which are never written anew.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import cast

from domain import canonical
from domain.chain import GENESIS, SALT_BYTES, Receipt, commitment, leaf_hash, unseal
from domain.events import CommandFrame, Recorded
from domain.limits import PART_BYTES_MAX
from domain.merkle import MerkleTree
from domain.moments import instant_text
from domain.refusals import Refusal
from domain.words import LedgerName, Seq


class Flaw(StrEnum):
    """What is wrong with a ledger at one place."""

    GAP = "gap"
    """The position is not the one after the event before it: events are missing or out of place."""
    LINK = "link"
    """`prev` is not the leaf hash of the event before it."""
    TIME = "time"
    """`recorded_at` is not later than that of the event before it."""
    LEAF = "leaf"
    """The leaf hash is not the hash of the body: one of the two was changed."""
    BYTES = "bytes"
    """The body, or the content of a part, is not canonical JSON."""
    COLUMNS = "columns"
    """The body says another ledger, position, `prev`, time or type than the columns beside it."""
    PART_MISSING = "part_missing"
    """The body commits to a part that is not there."""
    PART_CHANGED = "part_changed"
    """A part is not the one that the body commits to: its salt or its content was changed."""
    PART_SPARE = "part_spare"
    """There is a part that no body commits to."""
    COMMAND = "command"
    """The events of a command are not all there, in order, and side by side."""
    UNREADABLE = "unreadable"
    """The body is canonical JSON but no event that this version knows."""
    HEAD = "head"
    """The head of the ledger names another event as the last: the tail was cut or added to."""
    RECEIPT = "receipt"
    """The event of a receipt is not there, or is another one."""
    ROW_MISSING = "row_missing"
    """A row that follows from the events is not in its table."""
    ROW_SPARE = "row_spare"
    """A row is in a table and follows from no event."""
    ROW_CHANGED = "row_changed"
    """A row differs from the one that follows from the events."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that is wrong; `seq` is None for rows that belong to no one position."""

    seq: Seq | None
    flaw: Flaw
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredPart:
    """A part as it is stored: where it stands among its event's parts, from 0."""

    ord: int
    salt: bytes | None
    content: bytes | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredEvent:
    """An event as it is stored; a time that is none is None."""

    seq: int
    prev: bytes
    leaf_hash: bytes
    recorded_at: datetime | None
    type: str
    body: bytes
    parts: tuple[StoredPart, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredHead:
    """What a store says of where a chain ends."""

    seq: int
    leaf_hash: bytes
    recorded_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Examined:
    """What an event was found to be; `recorded` is None where it can't be read."""

    findings: tuple[Finding, ...]
    recorded: Recorded | None


@dataclass(kw_only=True, slots=True)
class ChainCheck:
    """The examination of one ledger's chain; mutable, for one thread."""

    ledger: LedgerName
    receipt: Receipt | None = None
    tree: MerkleTree = field(default_factory=MerkleTree)
    last: StoredHead = StoredHead(seq=0, leaf_hash=GENESIS, recorded_at=None)
    _frame: CommandFrame | None = None
    _frame_is_known: bool = True
    _receipt_is_met: bool = False

    def examine(self, stored: StoredEvent) -> Examined:
        """Look at the event whose turn it is."""
        hashed = leaf_hash(stored.body)
        findings = [*self._misplaced(stored), *self._mishashed(stored, hashed)]
        doc = canonical.decode(stored.body)
        recorded = None
        if isinstance(doc, Refusal):
            findings.append(_finding(stored, Flaw.BYTES, f"its body: {doc.detail}"))
        else:
            findings += [*_misstated(doc, stored, self.ledger), *_misparted(doc, stored)]
            read = _read(doc, stored)
            if isinstance(read, Recorded):
                recorded = read
            else:
                findings.append(read)
        findings += self._misframed(recorded, stored)
        self.tree.append(hashed)
        self.last = StoredHead(
            seq=stored.seq, leaf_hash=stored.leaf_hash, recorded_at=stored.recorded_at
        )
        return Examined(findings=tuple(findings), recorded=recorded)

    def end(self, head: StoredHead | None) -> tuple[Finding, ...]:
        """What is found when no event follows; `head` is what the store says of the chain's end."""
        return (*self._unfinished(), *self._beheaded(head), *self._unmet())

    def _misplaced(self, stored: StoredEvent) -> Iterator[Finding]:
        if stored.seq != self.last.seq + 1:
            yield _finding(stored, Flaw.GAP, f"it stands after position {self.last.seq}")
        if stored.prev != self.last.leaf_hash:
            yield _finding(
                stored, Flaw.LINK, "its prev is not the leaf hash of the event before it"
            )
        if stored.recorded_at is None:
            yield _finding(stored, Flaw.TIME, "its recorded_at is no instant")
        elif self.last.recorded_at is not None and stored.recorded_at <= self.last.recorded_at:
            yield _finding(
                stored, Flaw.TIME, "its recorded_at is not later than that of the event before it"
            )

    def _mishashed(self, stored: StoredEvent, hashed: bytes) -> Iterator[Finding]:
        if stored.leaf_hash != hashed:
            yield _finding(stored, Flaw.LEAF, "its leaf hash is not the hash of its body")
        if self.receipt is not None and self.receipt.seq == stored.seq:
            self._receipt_is_met = True
            if self.receipt.leaf_hash != hashed:
                yield _finding(stored, Flaw.RECEIPT, "it is not the event of the receipt")

    def _misframed(self, recorded: Recorded | None, stored: StoredEvent) -> Iterator[Finding]:
        """An event that can't be read leaves open what may follow it."""
        before, is_known = self._frame, self._frame_is_known
        self._frame = None if recorded is None else recorded.command
        self._frame_is_known = recorded is not None
        if self._frame is None:
            return
        goes_on = self._frame.i > 1
        awaited = before is not None and before.i < before.n
        if not 1 <= self._frame.i <= self._frame.n:
            yield _finding(stored, Flaw.COMMAND, "it is not one of the events of its command")
        elif is_known and (goes_on or awaited) and self._frame != _next_frame(before):
            yield _finding(
                stored, Flaw.COMMAND, "it does not go on with the command before it, or breaks in"
            )

    def _unfinished(self) -> Iterator[Finding]:
        if self._frame is not None and self._frame.i < self._frame.n:
            yield Finding(
                seq=Seq(self.last.seq),
                flaw=Flaw.COMMAND,
                detail=f"of its command {self._frame.n - self._frame.i} more events are missing",
            )

    def _beheaded(self, head: StoredHead | None) -> Iterator[Finding]:
        if head != self.last:
            position = "nothing" if head is None else f"event {head.seq}"
            yield Finding(
                seq=Seq(self.last.seq if head is None else head.seq),
                flaw=Flaw.HEAD,
                detail=f"the head names {position}, and the last event is {self.last.seq}",
            )

    def _unmet(self) -> Iterator[Finding]:
        if self.receipt is not None and not self._receipt_is_met:
            yield Finding(
                seq=self.receipt.seq, flaw=Flaw.RECEIPT, detail="the event of the receipt is gone"
            )


def spare_part(seq: int) -> Finding:
    """The finding for a part whose event is not there at all."""
    return Finding(seq=Seq(seq), flaw=Flaw.PART_SPARE, detail="it has a part and no event")


def _finding(stored: StoredEvent, flaw: Flaw, detail: str) -> Finding:
    return Finding(seq=Seq(stored.seq), flaw=flaw, detail=detail)


def _next_frame(before: CommandFrame | None) -> CommandFrame | None:
    return None if before is None else CommandFrame(id=before.id, i=before.i + 1, n=before.n)


def _misstated(
    doc: dict[str, object], stored: StoredEvent, ledger: LedgerName
) -> Iterator[Finding]:
    said = {
        "ledger": ledger,
        "seq": stored.seq,
        "prev": stored.prev.hex(),
        "recorded_at": stored.recorded_at and instant_text(stored.recorded_at),
        "type": stored.type,
    }
    wrong = [name for name, value in said.items() if doc.get(name) != value]
    if wrong:
        yield _finding(stored, Flaw.COLUMNS, f"its body says otherwise: {', '.join(wrong)}")


def _misparted(doc: dict[str, object], stored: StoredEvent) -> Iterator[Finding]:
    commitments = _commitments(doc)
    by_ord = {part.ord: part for part in stored.parts}
    for ord_, promised in enumerate(commitments):
        part = by_ord.pop(ord_, None)
        if part is None or part.salt is None or part.content is None:
            yield _finding(stored, Flaw.PART_MISSING, f"part {ord_} is missing")
        elif len(part.salt) != SALT_BYTES or promised != (
            commitment(salt=part.salt, content=part.content).hex()
        ):
            yield _finding(stored, Flaw.PART_CHANGED, f"part {ord_} is not what was committed to")
    for ord_ in by_ord:
        yield _finding(stored, Flaw.PART_SPARE, f"nothing commits to part {ord_}")


def _commitments(doc: dict[str, object]) -> list[object]:
    found = doc.get("parts")
    return cast("list[object]", found) if isinstance(found, list) else []


def _read(doc: dict[str, object], stored: StoredEvent) -> Recorded | Finding:
    """The event with its parts where the body has them, None for one that is missing."""
    by_ord = {part.ord: part.content for part in stored.parts}
    contents = [by_ord.get(ord_) for ord_ in range(len(_commitments(doc)))]
    for ord_, content in enumerate(contents):
        if content is None:
            continue
        decoded = canonical.decode(content, field="part", bytes_max=PART_BYTES_MAX)
        if isinstance(decoded, Refusal):
            return _finding(stored, Flaw.BYTES, f"part {ord_}: {decoded.detail}")
    recorded = unseal(stored.body, contents)
    if isinstance(recorded, Refusal):
        return _finding(stored, Flaw.UNREADABLE, f"its body: {recorded.detail}")
    return recorded
