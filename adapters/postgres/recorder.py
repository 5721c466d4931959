"""A ledger as a `DCBRecorder` of the eventsourcing library: the port for other programs.

It reads all events, the ledger's own among them, and appends only what other programs keep beside
the facts. README.md, in this folder, tells how to use it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, final

from eventsourcing.dcb.api import (
    DCBAppendCondition,
    DCBEvent,
    DCBQuery,
    DCBReadResponse,
    DCBRecorder,
    DCBSequencedEvent,
)
from eventsourcing.persistence import ProgrammingError

from adapters.errors import FactledgerError, Invalid
from adapters.postgres.events import EventRow, recorded_of
from adapters.postgres.ledger import Ledger, Request, require
from adapters.postgres.library_errors import in_their_terms
from adapters.postgres.matching import LAST, fact_tag, match_parameters
from adapters.postgres.pool import Pool
from adapters.postgres.questions import Snapshot, read
from adapters.postgres.subscription import Subscription
from domain.commands import ForeignQuery, RecordForeign
from domain.events import Event, FactAsserted, Foreign, ForeignContent
from domain.foreign import query_refusals
from domain.grants import Grant, Right
from domain.words import LedgerName, Seq

CHUNK_EVENTS: Final = 100
"""How many events are loaded at once: a hundred of the largest are a hundred megabytes."""

LoadChunk = Callable[[Seq, Seq], Sequence[DCBSequencedEvent]]
"""The first events after one position and up to another: less than a chunk where these are all."""


@final
class PostgresDCBRecorder(DCBRecorder):
    """One ledger under one grant; safe to use from any thread.

    Raises the library's errors: IntegrityError where a condition matches, DataError for what can't
    be kept or asked, ProgrammingError for an empty append, an unknown ledger or a missing right,
    OperationalError where asking again may help, and InternalError for a fault.
    """

    def __init__(
        self,
        pool: Pool,
        ledger: Ledger,
        grant: Grant,
        name: LedgerName,
        *,
        listen_url: str | None = None,
    ) -> None:
        """Take a listening connection from `listen_url` where the pool's way in can't LISTEN."""
        self._pool = pool
        self._ledger = ledger
        self._grant = grant
        self._name = name
        self._listen_url = listen_url

    def read(
        self,
        query: DCBQuery | None = None,
        *,
        after: int | None = None,
        limit: int | None = None,
    ) -> DCBReadResponse:
        """The events that match, as of this moment, loaded as they are iterated over.

        The response's head is the ledger's, or where a limit is given the last event's position.
        """
        with in_their_terms():
            asked = self._asked(query, after)
            head = self._head() if limit is None else self._nth(asked, limit)
        return _Response(partial(self._chunk, asked), after=asked.after, head=head)

    def append(
        self, events: Sequence[DCBEvent], condition: DCBAppendCondition | None = None
    ) -> int:
        """Append events of other programs as one act; returns the position of the last."""
        if not events:
            raise ProgrammingError("there is nothing to append: give at least one event")
        with in_their_terms():
            command = RecordForeign(
                contents=tuple(map(_content, events)),
                unless=None
                if condition is None
                else self._asked(condition.fail_if_events_match, condition.after),
            )
            future = self._ledger.submit(self._grant, self._name, [Request(command=command)])
            (outcome,) = future.result()
            if isinstance(outcome, FactledgerError):
                raise outcome
            return outcome.receipt.seq

    def subscribe(self, query: DCBQuery | None = None, *, after: int | None = None) -> Subscription:
        """The events that match, and then those to come; `stop` it, or use it in a `with`."""
        with in_their_terms():
            asked = self._asked(query, after)
        return Subscription(
            self,
            query,
            asked.after,
            pool=self._pool,
            ledger=self._name,
            listen_url=self._listen_url,
        )

    def _asked(self, query: DCBQuery | None, after: int | None) -> ForeignQuery:
        require(self._grant, Right.PROVE, self._name)
        self._ledger.opening(self._name)
        items = () if query is None else query.items
        asked = ForeignQuery(
            items=tuple((tuple(item.types), tuple(item.tags)) for item in items),
            after=_within(after or 0),
        )
        refusals = query_refusals(asked)
        if refusals:
            raise Invalid(*refusals)
        return asked

    def _head(self) -> Seq:
        (head,) = read(
            self._pool,
            (self._name,),
            lambda snapshot: snapshot.ask("load_head", {"ledger": self._name}, _PositionRow),
        )
        return Seq(head.seq)

    def _nth(self, asked: ForeignQuery, limit: int) -> Seq | None:
        """The position of the last of the first events that match, as many as the limit says."""
        parameters = match_parameters(self._name, asked, until=LAST, limit=_within(limit))
        positions = read(
            self._pool,
            (self._name,),
            lambda snapshot: snapshot.ask("match_events", parameters, _PositionRow),
        ).fetchall()
        return Seq(positions[-1].seq) if positions else None

    def _chunk(self, asked: ForeignQuery, after: Seq, until: Seq) -> list[DCBSequencedEvent]:
        parameters = match_parameters(
            self._name, replace(asked, after=after), until=until, limit=CHUNK_EVENTS
        )

        def send(snapshot: Snapshot) -> list[EventRow]:
            matching = snapshot.ask("match_events", parameters, _PositionRow).fetchall()
            at = {"ledger": self._name, "positions": [each.seq for each in matching]}
            return snapshot.ask("load_events_at", at, EventRow).fetchall()

        with in_their_terms():
            return [_sequenced(each) for each in read(self._pool, (self._name,), send)]


class _PositionRow(NamedTuple):
    seq: int


class _Response(DCBReadResponse):
    """Events up to the head that stood when they were asked for; after an error it can go on.

    Positions have no gaps and events never change, so chunks that are loaded one after another
    are one snapshot.
    """

    def __init__(self, load: LoadChunk, *, after: Seq, head: Seq | None) -> None:
        self._load = load
        self._after = after
        self._head = head
        self._events: deque[DCBSequencedEvent] = deque()

    @property
    def head(self) -> int | None:
        return self._head

    def __next__(self) -> DCBSequencedEvent:
        if not self._events and self._head is not None and self._after < self._head:
            chunk = self._load(self._after, self._head)
            is_last = len(chunk) < CHUNK_EVENTS
            self._after = self._head if is_last else Seq(chunk[-1].position)
            self._events.extend(chunk)
        if not self._events:
            raise StopIteration
        return self._events.popleft()


def _within(number: int) -> Seq:
    # No event lies outside of these bounds, and beyond them the database takes no number.
    return Seq(min(max(number, 0), LAST))


def _content(event: DCBEvent) -> ForeignContent:
    return ForeignContent(type=event.type, tags=tuple(event.tags), data=bytes(event.data))


def _sequenced(stored: EventRow) -> DCBSequencedEvent:
    event = recorded_of(stored).event
    if isinstance(event, Foreign) and event.content is not None:
        content = event.content
        given = DCBEvent(type=content.type, data=content.data, tags=list(content.tags))
    else:
        given = DCBEvent(type=stored.type, data=_document(stored), tags=_tags(event))
    return DCBSequencedEvent(event=given, position=stored.seq)


def _document(stored: EventRow) -> bytes:
    """The event as `{"body": ..., "parts": [...]}`, canonical as what it is made of."""
    parts = b",".join(b"null" if each is None else each for each in stored.contents)
    return b'{"body":' + stored.body + b',"parts":[' + parts + b"]}"


def _tags(event: Event) -> list[str]:
    """A claim is found by its facts, as long as its words are there; nothing else has tags."""
    if isinstance(event, FactAsserted) and event.said is not None:
        return [fact_tag(each) for each in sorted({event.fact, *event.joined})]
    return []
