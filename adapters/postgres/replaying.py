"""Replaying: the facts as a ledger knew them at a time, folded from its events and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adapters.errors import NotFound, Unavailable
from adapters.postgres.pool import Pool
from adapters.postgres.reader import Reader
from adapters.postgres.stored import Progress, StoredLedger, in_silence, patiently
from adapters.postgres.versions import VersionRow
from adapters.postgres.views import AsOf, FactView, KnownAt, When
from domain.events import Recorded
from domain.grants import Grant
from domain.verification import ChainCheck, Finding
from domain.words import LedgerName, Seq
from projections.replay import FACTS, Replay
from projections.rows import FactRow

_AT_NO_INSTANT: Final = {"definite": None}
"""What a version that is of every world time says of a single one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Replayed:
    """The facts of any status in the order of their ids, to be taken once, and as of when."""

    facts: Iterator[FactView]
    as_of: AsOf


def replayed(
    pool: Pool,
    reader: Reader,
    grant: Grant,
    ledger: LedgerName,
    *,
    until: KnownAt | None = None,
    progress: Progress = in_silence,
) -> Replayed:
    """The facts that the reader has as of a record time, made anew from the events up to it.

    None is the head. The axes and facts of that time are held in memory. Raises NotFound and
    Forbidden, Invalid for a time that lies ahead, and Unavailable where an event up to it is not
    as it was written.
    """
    rules = reader.admit(grant, ledger)
    moment = reader.moment(ledger, rules, When(known_at=until), field="until")
    replay = Replay(ledger, tables=[FACTS])
    with patiently(pool, ledger) as connection:
        store = StoredLedger(connection=connection, ledger=ledger, progress=progress)
        head = store.head()
        if head is None:
            raise NotFound("there is no such ledger")
        known = Seq(head.seq) if moment.known is None else moment.known
        for recorded in _recorded(store, known):
            replay.apply(recorded)
    return Replayed(
        facts=map(_view, replay.facts()),
        as_of=AsOf(valid_at=None, known_at=known, seq=Seq(head.seq)),
    )


def _recorded(store: StoredLedger, last: Seq) -> Iterator[Recorded]:
    """The events up to the last one; raises Unavailable where the chain does not hold."""
    check = ChainCheck(ledger=store.ledger)
    for stored in store.events(of=last):
        if check.tree.size == last:
            return
        if isinstance(stored, Finding):
            raise _unsound(store.ledger, stored)
        examined = check.examine(stored)
        for finding in examined.findings:
            raise _unsound(store.ledger, finding)
        if examined.recorded is not None:
            yield examined.recorded


def _unsound(ledger: LedgerName, finding: Finding) -> Unavailable:
    return Unavailable(
        f"event {finding.seq} of {ledger} is not as it was written, and what follows from it is "
        f"open: {finding.detail}; see factledger verify --ledger {ledger}"
    )


def _view(row: FactRow) -> FactView:
    fields = row._asdict() | _AT_NO_INSTANT
    return VersionRow._make(fields[name] for name in VersionRow._fields).view()
