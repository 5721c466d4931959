"""Listing what is no fact: ledgers, the log, contests, tombstones, what waits, declarations."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from adapters.errors import NotFound
from adapters.postgres.asking import Asking, HeadRow, Moment, paged
from adapters.postgres.events import EventRow
from adapters.postgres.questions import read
from adapters.postgres.shown import readers_of
from adapters.postgres.versions import beside
from adapters.postgres.views import (
    Answered,
    AsOf,
    CandidateView,
    ConflictView,
    Document,
    LedgerView,
    Page,
    Pair,
    PredicateView,
    ReviewView,
    SuggestionView,
    TombstoneView,
)
from domain.chain import unseal
from domain.events import FactAsserted, Refused, Said
from domain.evolve import statistic_of
from domain.grants import Grant, Right
from domain.keys import line_key
from domain.payloads import Asked, Kind
from domain.refusals import Refusal
from domain.shaping import read as read_shape
from domain.state import Rules
from domain.values import value_from_columns
from domain.words import VISIBLE, LedgerName, Seq, Status, TokenId
from projections.predicates import declaration_of

_CANDIDATES: Final = {
    "predicates_max": 500,
    "facts_max": 1_000,
    "subjects_min": 3,
    "percent_min": 95,
}
"""How much is looked at for candidates, and what makes a predicate one."""


class _NameRow(NamedTuple):
    ledger: str


class _StatisticRow(NamedTuple):
    name: str
    value: int


class _TombstoneRow(NamedTuple):
    seq: int
    fact: int
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    kind: str
    reason: str | None
    token: str
    at: datetime
    tries: int
    tried_by: Mapping[str, int]

    def view(self) -> TombstoneView:
        return TombstoneView(
            seq=Seq(self.seq),
            fact=Seq(self.fact),
            subject=self.subject,
            predicate=self.predicate,
            object=value_from_columns(self.object_kind, self.object_text, self.object_unit),
            kind=Kind(self.kind),
            reason=self.reason,
            by=TokenId(self.token),
            at=self.at,
            tries=self.tries,
            tried_by={TokenId(token): count for token, count in self.tried_by.items()},
        )


class _DeclaredRow(NamedTuple):
    predicate_key: bytes
    predicate: str
    cardinality: str
    holders: str
    temporal: str
    value: str | None
    unit: str | None
    half_life_days: int
    declared_seq: int
    token: str
    declared_at: datetime

    def view(self) -> PredicateView:
        return PredicateView(
            key=self.predicate_key,
            predicate=self.predicate,
            declaration=declaration_of(self._asdict()),
            seq=Seq(self.declared_seq),
            by=TokenId(self.token),
            at=self.declared_at,
        )


class _SuggestedRow(NamedTuple):
    seq: int
    predicate: str
    cardinality: str
    holders: str
    temporal: str
    value: str | None
    unit: str | None
    half_life_days: int
    token: str
    suggested_at: datetime

    def view(self) -> SuggestionView:
        return SuggestionView(
            seq=Seq(self.seq),
            predicate=self.predicate,
            declaration=declaration_of(self._asdict()),
            by=TokenId(self.token),
            at=self.suggested_at,
        )


class _CandidateRow(NamedTuple):
    predicate: str
    subjects: int
    single: int

    def view(self) -> CandidateView:
        return CandidateView(predicate=self.predicate, subjects=self.subjects, single=self.single)


class _Contest(NamedTuple):
    decided: int
    newcomer: int
    rival: int
    is_newcomer: bool


class _Waiting(NamedTuple):
    seq: int
    kind: str
    token: str | None
    at: datetime
    asked: Document | None


class Listing(Asking):
    """Lists of what is no fact, each in the order of its keys."""

    def ledgers(self, grant: Grant, *, after: str, limit: int) -> Page[LedgerName]:
        """The names of the ledgers that the grant covers and that exist, in order.

        Asked of the primary: a list of them has no position that a caller could name.
        """
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
        self.admit(grant, ledger)
        rows, found = self.rows(ledger, "load_statistics", {"build": None}, _StatisticRow)
        counts = {row.name: row.value for row in rows}
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
            as_of=_now(found),
        )

    def events(
        self, grant: Grant, ledger: LedgerName, *, after: Seq, limit: int, type_name: str | None
    ) -> Page[EventRow]:
        """The log: events with their exact bytes and parts, in order."""
        rules = self.admit(grant, ledger, Right.PROVE)
        parameters = {"after": after, "limit": limit + 1, "type": type_name}
        rows, head = self.rows(ledger, "read_events", parameters, EventRow)
        self._mark_said(grant, ledger, rows[:limit], rules)
        return paged(rows, [row.seq for row in rows], limit, _now(head))

    def event(self, grant: Grant, ledger: LedgerName, seq: Seq) -> Answered[EventRow]:
        """One event; raises NotFound where the ledger has not come so far."""
        rules = self.admit(grant, ledger, Right.PROVE)
        rows, head = self.rows(ledger, "load_events", {"first": seq, "last": seq}, EventRow)
        if not rows:
            raise NotFound("there is no such event")
        self._mark_said(grant, ledger, rows, rules)
        return Answered(row=rows[0], as_of=_now(head))

    def conflicts(
        self, grant: Grant, ledger: LedgerName, *, after: Pair, limit: int
    ) -> Page[ConflictView]:
        """The visible facts in contest, by newcomer and incumbent."""
        self.admit(grant, ledger)
        parameters = {"after": after[0], "after_rival": after[1], "limit": limit + 1}
        rows, head = self.each(ledger, "read_conflicts", parameters, beside(_Contest))
        views: list[ConflictView] = []
        for (newcomer, contest), (incumbent, _) in zip(rows[::2], rows[1::2], strict=True):
            decided = Seq(contest.decided)
            views.append(
                ConflictView(newcomer=newcomer.view(), incumbent=incumbent.view(), decided=decided)
            )
        sides = (side for each in views[:limit] for side in (each.newcomer, each.incumbent))
        self._shown.mark(grant, ledger, [each.key for each in sides])
        keys = [f"{each.newcomer.fact}:{each.incumbent.fact}" for each in views]
        return paged(views, keys, limit, _now(head))

    def review(
        self, grant: Grant, ledger: LedgerName, *, after: Seq, limit: int
    ) -> Page[ReviewView]:
        """What waits for a person, by seq."""
        self.admit(grant, ledger)
        parameters = {"after": after, "limit": limit + 1}
        rows, head = self.each(ledger, "read_review", parameters, beside(_Waiting))
        views = [
            ReviewView(
                seq=Seq(each.seq),
                kind=each.kind,
                by=None if each.token is None else TokenId(each.token),
                at=each.at,
                asked=None if each.asked is None else read_shape(dict(each.asked), Asked),
                fact=row.view(),
            )
            for row, each in rows
        ]
        self._shown.mark(grant, ledger, [each.fact.key for each in views[:limit]])
        return paged(views, [each.seq for each in views], limit, _now(head))

    def tombstones(
        self, grant: Grant, ledger: LedgerName, *, after: Seq, limit: int
    ) -> Page[TombstoneView]:
        """The standing refusals, by seq."""
        rules = self.admit(grant, ledger)
        parameters = {"after": after, "limit": limit + 1}
        rows, head = self.rows(ledger, "read_tombstones", parameters, _TombstoneRow)
        views = [row.view() for row in rows]
        lines = [
            line_key(each.subject, each.predicate, each.object, mode=rules.identity)
            for each in views[:limit]
        ]
        self._shown.mark(grant, ledger, lines)
        return paged(views, [each.seq for each in views], limit, _now(head))

    def predicates(
        self, grant: Grant, ledger: LedgerName, *, after: str, limit: int
    ) -> Page[PredicateView]:
        """What predicates are declared to be, by the digits of their keys; "" begins."""
        self.admit(grant, ledger)
        parameters = {"after": bytes.fromhex(after), "limit": limit + 1}
        rows, head = self.rows(ledger, "read_predicates", parameters, _DeclaredRow)
        keys = [row.predicate_key.hex() for row in rows]
        return paged([row.view() for row in rows], keys, limit, _now(head))

    def suggestions(
        self, grant: Grant, ledger: LedgerName, *, after: Seq, limit: int
    ) -> Page[SuggestionView]:
        """What agents suggested that predicates be declared, by seq."""
        self.admit(grant, ledger)
        parameters = {"after": after, "limit": limit + 1}
        rows, head = self.rows(ledger, "read_suggestions", parameters, _SuggestedRow)
        return paged([row.view() for row in rows], [row.seq for row in rows], limit, _now(head))

    def candidates(
        self, grant: Grant, ledger: LedgerName, *, limit: int
    ) -> tuple[CandidateView, ...]:
        """Undeclared predicates that a person may want to declare single, most subjects first."""
        self.admit(grant, ledger)
        parameters = {**_CANDIDATES, "statuses": list(VISIBLE), "limit": limit}
        rows, _ = self.rows(ledger, "read_candidates", parameters, _CandidateRow)
        return tuple(row.view() for row in rows)

    def _mark_said(
        self, grant: Grant, ledger: LedgerName, rows: Iterable[EventRow], rules: Rules
    ) -> None:
        """Mark what was said in these events, for who can repeat it."""
        if readers_of(grant):
            said = filter(None, map(_said, rows))
            lines = [
                line_key(each.subject, each.predicate, each.object, mode=rules.identity)
                for each in said
            ]
            self._shown.mark(grant, ledger, lines)

    def _names(
        self, name: str, scope: Sequence[LedgerName], parameters: Mapping[str, object]
    ) -> list[_NameRow]:
        return read(
            self._copies.primary, scope, lambda snapshot: snapshot.ask(name, parameters, _NameRow)
        ).fetchall()


def _said(row: EventRow) -> Said | None:
    """What a claim said, refused or not; None for all other events, and for one that is spoiled."""
    if row.type not in {FactAsserted.__name__, Refused.__name__}:
        return None
    recorded = unseal(row.body, row.contents)
    if isinstance(recorded, Refusal) or not isinstance(recorded.event, FactAsserted | Refused):
        return None
    return recorded.event.said


_NOW = Moment(known=None, valid_at=None, whenever=False)


def _now(head: HeadRow) -> AsOf:
    return _NOW.as_of(head)
