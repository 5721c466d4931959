"""Helpers of the recorder's tests: recorders, and other programs' events."""

from collections.abc import Iterable, Sequence

from eventsourcing.dcb.api import (
    DCBEvent,
    DCBQuery,
    DCBQueryItem,
    DCBRecorder,
    DCBSequencedEvent,
)

from adapters.postgres.recorder import PostgresDCBRecorder
from adapters.services import Services
from domain.words import LedgerName
from tests.conftest import Caller


def recorder_of(services: Services, caller: Caller, ledger: LedgerName) -> PostgresDCBRecorder:
    """The recorder of a ledger, for this caller."""
    return PostgresDCBRecorder(services.pool, services.ledger, caller.grant, ledger)


def kept(type_name: str = "Kept", *, tags: Sequence[str] = (), data: bytes = b"") -> DCBEvent:
    """An event of another program."""
    return DCBEvent(type=type_name, data=data, tags=list(tags))


def matching(*, types: Sequence[str] = (), tags: Sequence[str] = ()) -> DCBQuery:
    """A query of one item."""
    return DCBQuery(items=[DCBQueryItem(types=list(types), tags=list(tags))])


def positions(events: Iterable[DCBSequencedEvent]) -> list[int]:
    """Where events lie."""
    return [each.position for each in events]


def last_position(recorder: DCBRecorder) -> int | None:
    """Where the ledger stands."""
    return recorder.read().head
