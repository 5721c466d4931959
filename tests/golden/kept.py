"""The files of a golden ledger: its events, one a line, and what is expected of them."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, cast

from adapters.documents import event_document
from adapters.postgres.events import EventRow
from domain.chain import GENESIS, Sealed
from domain.reading import Doc, as_doc, as_text, instant, items, text, whole
from domain.verification import StoredEvent, StoredPart
from domain.words import LedgerName
from projections.registry import INLINE
from projections.replay import TABLES, Derived, Table
from tests.oracle import digest

FOLDER: Final = Path(__file__).parent

_KEPT: Final = ("seq", "type", "leaf_hash", "body", "parts")
"""What is kept of what the log answers of an event: the rest is in its body."""

_VERSIONS: Final = {f"read.{each.table}": each.version for each in INLINE}

Digests = dict[str, dict[str, str]]
"""By table and the version of its projection, the digest of its rows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """What is expected of a golden ledger: where it ends, and what its tables hold."""

    leaf_hash: str
    root: str
    digests: Digests


@dataclass(frozen=True, kw_only=True, slots=True)
class Golden:
    """A golden ledger, by the name of its two files."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def lines(self) -> Path:
        """The file of its events."""
        return FOLDER / f"{self.name}.jsonl"

    @property
    def sums(self) -> Path:
        """The file of what is expected."""
        return FOLDER / f"{self.name}.json"

    def events(self) -> Iterator[StoredEvent]:
        """Its events as a store holds them."""
        prev = GENESIS
        for line in self.lines.read_text().splitlines():
            event = _event(as_doc(json.loads(line)), prev=prev)
            prev = event.leaf_hash
            yield event

    def ledger(self) -> LedgerName:
        """How the ledger is called, as its first event says."""
        return LedgerName(text(as_doc(json.loads(next(self.events()).body)), "ledger"))

    def expected(self) -> Expected:
        """What is expected of it."""
        doc = as_doc(json.loads(self.sums.read_text()))
        return Expected(
            leaf_hash=text(doc, "leaf_hash"),
            root=text(doc, "root"),
            digests=cast("Digests", doc["digests"]),
        )

    def write(self, sealed: Sequence[Sealed]) -> None:
        """Keep these events, which nobody changes afterwards; FileExistsError where some are."""
        with self.lines.open("x") as file:
            prev = GENESIS
            for each in sealed:
                file.write(json.dumps(_line(each, prev=prev), separators=(",", ":")) + "\n")
                prev = each.leaf_hash

    def expect(self, expected: Expected) -> None:
        """Keep what is expected: what was expected before stays."""
        before = self.expected() if self.sums.exists() else expected
        digests = {
            table: {**by_version, **before.digests.get(table, {})}
            for table, by_version in expected.digests.items()
        }
        kept = replace(before, digests={**before.digests, **digests})
        self.sums.write_text(json.dumps(asdict(kept), indent=2, sort_keys=True) + "\n")


def every_golden() -> list[Golden]:
    """Every golden ledger that is kept."""
    return [Golden(name=path.stem) for path in sorted(FOLDER.glob("*.jsonl"))]


def version_of(table: Table) -> str:
    """The version of what fills a table; the one that no projection fills is the first."""
    return str(_VERSIONS.get(table.name, 1))


def digests_of(rows: Mapping[str, Sequence[Derived]]) -> Digests:
    """The digests of these rows of every table."""
    return {each.name: {version_of(each): digest(each, rows[each.name])} for each in TABLES}


def _line(sealed: Sealed, *, prev: bytes) -> Doc:
    """What the log answers of an event, without what its body says."""
    recorded = sealed.recorded
    row = EventRow(
        seq=recorded.seq,
        prev=prev,
        leaf_hash=sealed.leaf_hash,
        recorded_at=recorded.recorded_at,
        type=type(recorded.event).__name__,
        body=sealed.body,
        salts=[each.salt for each in sealed.parts],
        contents=[each.content for each in sealed.parts],
    )
    return {name: each for name, each in event_document(row).items() if name in _KEPT}


def _event(line: Doc, *, prev: bytes) -> StoredEvent:
    body = _bytes(line["body"])
    parts = [as_doc(each) for each in items(line, "parts")]
    return StoredEvent(
        seq=whole(line, "seq"),
        prev=prev,
        leaf_hash=bytes.fromhex(text(line, "leaf_hash")),
        recorded_at=instant(as_doc(json.loads(body)), "recorded_at"),
        type=text(line, "type"),
        body=body,
        parts=tuple(
            StoredPart(ord=ord_, salt=_bytes(each["salt"]), content=_bytes(each["content"]))
            for ord_, each in enumerate(parts)
        ),
    )


def _bytes(value: object) -> bytes:
    return urlsafe_b64decode(as_text(value))
