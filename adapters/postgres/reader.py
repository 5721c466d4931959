"""The reader: each question of every face, answered from the read tables under a grant."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from psycopg import Cursor

from adapters.errors import NotFound
from adapters.postgres.events import EventRow, recorded_of
from adapters.postgres.ledger import Ledger, require
from adapters.postgres.pool import Pool
from adapters.postgres.questions import Snapshot, read
from adapters.postgres.views import (
    Answered,
    AsOf,
    ClaimView,
    FactQuestion,
    FactView,
    LedgerView,
    Page,
)
from domain.events import FactAsserted
from domain.evolve import statistic_of
from domain.grants import Grant, Right
from domain.identity import IdentityMode
from domain.keys import object_digest, predicate_digest, source_digest, subject_digest
from domain.state import Rules
from domain.values import Text, value_from_columns
from domain.words import LedgerName, Seq, Status

T = TypeVar("T")


class _HeadRow(NamedTuple):
    seq: int
    leaf_hash: bytes
    recorded_at: datetime
    clock: datetime


class _NameRow(NamedTuple):
    ledger: str


class _StatisticRow(NamedTuple):
    name: str
    value: int


class _FactRow(NamedTuple):
    fact: int
    status: str
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    claims: int
    sources: list[str]
    observed_at: datetime
    recorded_at: datetime
    last_seq: int

    def view(self) -> FactView:
        return FactView(
            fact=Seq(self.fact),
            status=Status(self.status),
            subject=self.subject,
            predicate=self.predicate,
            object=value_from_columns(self.object_kind, self.object_text, self.object_unit),
            claims=self.claims,
            sources=tuple(self.sources),
            observed_at=self.observed_at,
            recorded_at=self.recorded_at,
            last_seq=Seq(self.last_seq),
        )


class Reader:
    """Questions to every ledger in one database; safe to use from any thread.

    Each raises NotFound for a ledger that is not there or was not granted, alike, and Forbidden
    for a role without the right to read.
    """

    def __init__(self, pool: Pool, ledger: Ledger) -> None:
        self._pool = pool
        self._ledger = ledger

    def ledgers(self, grant: Grant, *, after: str, limit: int) -> Page[LedgerName]:
        """The names of the ledgers that the grant covers and that exist, in order."""
        if grant.ledgers is None:
            rows = self._names("list_ledgers", (), {"after": after, "limit": limit + 1})
        else:
            granted = sorted(grant.ledgers)
            rows = self._names(
                "list_granted",
                granted,
                {"ledgers": granted, "after": after, "limit": limit + 1},
            )
        names = tuple(LedgerName(row.ledger) for row in rows)
        return Page(rows=names[:limit], next=names[limit - 1] if len(names) > limit else None)

    def ledger(self, grant: Grant, ledger: LedgerName) -> LedgerView:
        """Where a ledger stands."""
        self._admit(grant, ledger)
        head, statistics = read(
            self._pool,
            (ledger,),
            lambda snapshot: (
                snapshot.ask("read_head", {"ledger": ledger}, _HeadRow),
                snapshot.ask("load_statistics", {"ledger": ledger}, _StatisticRow),
            ),
        )
        found = _one(head)
        counts = {row.name: row.value for row in statistics.fetchall()}
        return LedgerView(
            ledger=ledger,
            seq=Seq(found.seq),
            leaf_hash=found.leaf_hash,
            recorded_at=found.recorded_at,
            counts={
                status: counts[name]
                for status in Status
                if (name := statistic_of(status)) in counts
            },
            as_of=_as_of(found),
        )

    def facts(
        self, grant: Grant, ledger: LedgerName, question: FactQuestion, *, after: Seq, limit: int
    ) -> Page[FactView]:
        """The facts that a question asks for, in the order of their ids."""
        rules = self._admit(grant, ledger)
        parameters = {
            "ledger": ledger,
            "after": after,
            "limit": limit + 1,
            **_keys(question, rules.identity),
        }
        rows, as_of = self._rows(ledger, _statement(question), parameters, _FactRow)
        views = [row.view() for row in rows[:limit]]
        return _page(views, [row.fact for row in rows], limit, as_of)

    def fact(self, grant: Grant, ledger: LedgerName, fact: Seq) -> Answered[FactView]:
        """One fact, whatever its status; raises NotFound where there is none of this id."""
        self._admit(grant, ledger)
        rows, as_of = self._rows(ledger, "read_fact", {"ledger": ledger, "fact": fact}, _FactRow)
        if not rows:
            raise NotFound("there is no such fact")
        return Answered(row=rows[0].view(), as_of=as_of)

    def claims(
        self, grant: Grant, ledger: LedgerName, fact: Seq, *, after: Seq, limit: int
    ) -> Page[ClaimView]:
        """The claims of a fact with what they said and quoted; raises NotFound for no such fact."""
        self._admit(grant, ledger)
        parameters = {"ledger": ledger, "fact": fact, "after": after, "limit": limit + 1}
        known, found, head = read(
            self._pool,
            (ledger,),
            lambda snapshot: (
                snapshot.ask("read_fact", {"ledger": ledger, "fact": fact}, _FactRow),
                snapshot.ask("read_claims", parameters, EventRow),
                snapshot.ask("read_head", {"ledger": ledger}, _HeadRow),
            ),
        )
        if known.fetchone() is None:
            raise NotFound("there is no such fact")
        rows = found.fetchall()
        views = [_claim(row) for row in rows[:limit]]
        return _page(views, [row.seq for row in rows], limit, _as_of(_one(head)))

    def events(
        self, grant: Grant, ledger: LedgerName, *, after: Seq, limit: int, type_name: str | None
    ) -> Page[EventRow]:
        """The log: events with their exact bytes and parts, in order."""
        self._admit(grant, ledger, Right.PROVE)
        parameters = {"ledger": ledger, "after": after, "limit": limit + 1, "type": type_name}
        rows, as_of = self._rows(ledger, "read_events", parameters, EventRow)
        return _page(rows[:limit], [row.seq for row in rows], limit, as_of)

    def event(self, grant: Grant, ledger: LedgerName, seq: Seq) -> Answered[EventRow]:
        """One event; raises NotFound where the ledger has not come so far."""
        self._admit(grant, ledger, Right.PROVE)
        parameters = {"ledger": ledger, "first": seq, "last": seq}
        rows, as_of = self._rows(ledger, "load_events", parameters, EventRow)
        if not rows:
            raise NotFound("there is no such event")
        return Answered(row=rows[0], as_of=as_of)

    def _admit(self, grant: Grant, ledger: LedgerName, right: Right = Right.READ) -> Rules:
        require(grant, right, ledger)
        return self._ledger.opening(ledger).rules

    def _rows(
        self, ledger: LedgerName, name: str, parameters: Mapping[str, object], row: type[T]
    ) -> tuple[list[T], AsOf]:
        def send(snapshot: Snapshot) -> tuple[Cursor[T], Cursor[_HeadRow]]:
            return (
                snapshot.ask(name, parameters, row),
                snapshot.ask("read_head", {"ledger": ledger}, _HeadRow),
            )

        rows, head = read(self._pool, (ledger,), send)
        return rows.fetchall(), _as_of(_one(head))

    def _names(
        self, name: str, scope: Sequence[LedgerName], parameters: Mapping[str, object]
    ) -> list[_NameRow]:
        return read(
            self._pool, scope, lambda snapshot: snapshot.ask(name, parameters, _NameRow)
        ).fetchall()


def _statement(question: FactQuestion) -> str:
    """The statement that reaches the question's facts by the index that leads to fewest."""
    if question.subject is not None:
        return "read_facts_by_subject" if question.predicate is None else "read_facts_by_topic"
    if question.object is not None:
        return "read_facts_by_object"
    return "read_facts" if question.predicate is None else "read_facts_by_predicate"


def _keys(question: FactQuestion, mode: IdentityMode) -> dict[str, object]:
    subject, predicate = question.subject, question.predicate
    value, source = question.object, question.source
    return {
        "statuses": [status.value for status in question.statuses],
        "subject": None if subject is None else subject_digest(subject, mode=mode),
        "predicate": None if predicate is None else predicate_digest(predicate, mode=mode),
        "object": None if value is None else object_digest(Text(text=value), mode=mode),
        "source": None if source is None else source_digest(source, mode=mode),
    }


def _claim(stored: EventRow) -> ClaimView:
    recorded = recorded_of(stored)
    event = recorded.event
    if not isinstance(event, FactAsserted):
        raise TypeError("a row of read.claim names an event that is no claim")
    return ClaimView(
        seq=recorded.seq,
        recorded_at=recorded.recorded_at,
        token=recorded.token,
        kind=recorded.kind,
        said=event.said,
        quotes=event.quotes,
        derived_from=event.derived_from,
    )


def _one(cursor: Cursor[T]) -> T:
    row = cursor.fetchone()
    if row is None:
        raise NotFound("there is no such ledger")
    return row


def _as_of(head: _HeadRow) -> AsOf:
    return AsOf(valid_at=head.clock, known_at=Seq(head.seq), seq=Seq(head.seq))


def _page(views: Sequence[T], keys: Sequence[int], limit: int, as_of: AsOf) -> Page[T]:
    more = len(keys) > limit
    return Page(rows=tuple(views), next=str(keys[limit - 1]) if more else None, as_of=as_of)
