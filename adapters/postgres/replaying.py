"""Replaying: the facts as a ledger knew them at a time, folded from its events and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adapters.errors import NotFound, Unavailable
from adapters.postgres.pool import Pool
from adapters.postgres.reader import Reader
from adapters.postgres.stored import Progress, StoredLedger, in_silence, patiently
from adapters.postgres.versions import VersionRow
from adapters.postgres.views import AsOf, FactView, KnownAt, When
from domain.events import Recorded
from domain.grants import Grant
from domain.verification import ChainCheck, Finding, StoredEvent
from domain.words import LedgerName, Seq
from projections.replay import Replay
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
    replay, known = Replay(ledger, tables=[]), Seq(0)
    with patiently(pool, ledger) as connection:
        store = StoredLedger(connection=connection, ledger=ledger, progress=progress)
        head = store.head()
        if head is None:
            raise NotFound("there is no such ledger")
        last = Seq(head.seq)
        of = last if moment.known is None else moment.known
        for recorded in _recorded(store, last if until is None else until, of=of):
            replay.apply(recorded)
            if recorded.command.i == recorded.command.n:
                known = recorded.seq
    as_of = AsOf(valid_at=None, known_at=known, seq=last)
    return Replayed(facts=map(_view, replay.facts()), as_of=as_of)


def _recorded(store: StoredLedger, until: KnownAt, *, of: int) -> Iterator[Recorded]:
    """The events up to a record time; raises Unavailable where the chain does not hold till then.

    `of` is how many there should be.
    """
    check = ChainCheck(ledger=store.ledger)
    for stored in store.events(of=of):
        if _is_later(stored, until):
            return
        if isinstance(stored, Finding):
            raise _unsound(store.ledger, stored)
        examined = check.examine(stored)
        for finding in examined.findings:
            raise _unsound(store.ledger, finding)
        if examined.recorded is not None:
            yield examined.recorded


def _is_later(stored: StoredEvent | Finding, until: KnownAt) -> bool:
    match until:
        case datetime():
            recorded_at = None if isinstance(stored, Finding) else stored.recorded_at
            return recorded_at is not None and recorded_at > until
        case _:
            return stored.seq is not None and stored.seq > until


def _unsound(ledger: LedgerName, finding: Finding) -> Unavailable:
    return Unavailable(
        f"event {finding.seq} of {ledger} is not as it was written, and what follows from it is "
        f"open: {finding.detail}; see factledger verify --ledger {ledger}"
    )


def _view(row: FactRow) -> FactView:
    fields = row._asdict() | _AT_NO_INSTANT
    return VersionRow._make(fields[name] for name in VersionRow._fields).view()
