"""The verifier: a ledger read from end to end in one snapshot, checked, folded and compared."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from psycopg import Connection
from psycopg.rows import TupleRow

from adapters.errors import NotFound
from adapters.postgres.ledger import require
from adapters.postgres.pool import Pool
from adapters.postgres.stored import Progress, StoredLedger, in_silence, patiently
from domain.chain import Receipt
from domain.events import Recorded
from domain.grants import Grant, Right
from domain.verification import ChainCheck, Finding
from domain.words import LedgerName
from projections.replay import TABLES, Replay

FINDINGS_MAX: Final = 1_000
"""How many findings are kept: a ledger that has more of them is not mended one by one."""

NO_ANCHOR: Final = (
    "no anchor was given: a tail that was cut off together with the head, or a chain that was "
    "rewritten as a whole by someone with the database, would not be seen"
)
NO_TABLES: Final = "the tables were not compared with what follows from the events"
NO_FOLD: Final = f"{NO_TABLES}: that needs a head and every event readable"
NO_MORE: Final = f"there are more findings than the {FINDINGS_MAX:,} that are listed"


class Depth(Enum):
    """How much of a ledger is verified."""

    CHAIN = auto()
    """Bodies, hashes, links, parts and commands."""
    TABLES = auto()
    """The chain, and then every table against a fold of the events, which is held in memory."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verification:
    """What came of verifying a ledger: it is sound where there are no findings.

    `root` is the Merkle root over the `size` events that are there, `leaf_hash` the last one's
    hash; `unchecked` says in sentences what was not looked at and so is not vouched for.
    """

    ledger: LedgerName
    size: int
    root: bytes
    leaf_hash: bytes
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]


class Verifier:
    """Verifies the ledgers of one database; safe to use from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def verify(
        self,
        grant: Grant,
        ledger: LedgerName,
        *,
        depth: Depth,
        receipt: Receipt | None = None,
        progress: Progress = in_silence,
    ) -> Verification:
        """Verify a ledger as it stands; raises NotFound, Forbidden and Unavailable."""
        require(grant, Right.PROVE, ledger)
        with patiently(self._pool, ledger) as connection:
            return verified(connection, ledger, depth=depth, receipt=receipt, progress=progress)


def verified(
    connection: Connection[TupleRow],
    ledger: LedgerName,
    *,
    depth: Depth,
    receipt: Receipt | None = None,
    progress: Progress = in_silence,
) -> Verification:
    """What comes of verifying a ledger as an open transaction sees it; raises NotFound."""
    store = StoredLedger(connection=connection, ledger=ledger, progress=progress)
    head = store.head()
    check = ChainCheck(ledger=ledger, receipt=receipt)
    replay = Replay(ledger) if depth is Depth.TABLES else None
    found = _Findings()
    for each in store.events(of=0 if head is None else head.seq):
        if isinstance(each, Finding):
            found.add([each])
            continue
        examined = check.examine(each)
        found.add(examined.findings)
        replay = _applied(replay, examined.recorded)
    if head is None and check.tree.size == 0:
        raise NotFound("there is no such ledger")
    found.add(check.end(None if head is None else head.stored()))
    if replay is not None and head is not None:
        for table in TABLES:
            found.add(replay.differences(table, store.rows(table, build=head.build)))
    return Verification(
        ledger=ledger,
        size=check.tree.size,
        root=check.tree.root(),
        leaf_hash=check.last.leaf_hash,
        findings=tuple(found.kept),
        unchecked=(
            NO_ANCHOR,
            *([NO_TABLES] if depth is Depth.CHAIN else []),
            *([NO_FOLD] if depth is Depth.TABLES and (replay is None or head is None) else []),
            *([NO_MORE] if found.more else []),
        ),
    )


def _applied(replay: Replay | None, recorded: Recorded | None) -> Replay | None:
    """The replay with one more event; none any more where the event can't be read."""
    if replay is None or recorded is None:
        return None
    replay.apply(recorded)
    return replay


@dataclass(kw_only=True, slots=True)
class _Findings:
    """The first findings of many."""

    kept: list[Finding] = field(default_factory=list[Finding])
    more: bool = False

    def add(self, findings: Iterable[Finding]) -> None:
        for each in findings:
            if len(self.kept) < FINDINGS_MAX:
                self.kept.append(each)
            else:
                self.more = True
