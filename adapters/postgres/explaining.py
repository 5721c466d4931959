"""Explaining a fact: its rectangles in both times, its claims, and what was decided of it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from adapters.errors import NotFound
from adapters.postgres.asking import Asking, HeadRow, Moment, paged
from adapters.postgres.events import EventRow, recorded_of
from adapters.postgres.versions import VersionRow, certainty_of
from adapters.postgres.views import (
    Answered,
    ClaimView,
    DecisionView,
    Explanation,
    FactView,
    Page,
    Pair,
    RecordedSpan,
    RectangleView,
    Span,
    When,
    Whenever,
)
from domain.events import AxisEvent, FactAsserted, Recorded, Said
from domain.grants import Grant
from domain.keys import LineKey, line_key
from domain.limits import JSON_INTEGER_MAX
from domain.state import Rules
from domain.values import value_from_columns
from domain.words import LedgerName, Seq, Status


class _RectangleRow(NamedTuple):
    fact: int
    from_seq: int
    from_at: datetime
    subject: str
    predicate: str
    object_kind: str
    object_text: str
    object_unit: str | None
    status: str
    contested: bool
    place: int
    starts: datetime | None
    ends: datetime | None
    definite: bool | None
    to_seq: int | None
    to_at: datetime | None

    def view(self) -> RectangleView:
        return RectangleView(
            fact=Seq(self.fact),
            subject=self.subject,
            predicate=self.predicate,
            object=value_from_columns(self.object_kind, self.object_text, self.object_unit),
            status=Status(self.status),
            contested=self.contested,
            holds=self._holds(),
            recorded=RecordedSpan(
                from_seq=Seq(self.from_seq),
                from_at=self.from_at,
                to_seq=None if self.to_seq is None else Seq(self.to_seq),
                to_at=self.to_at,
            ),
        )

    def _holds(self) -> Span | None:
        if self.starts is None or self.definite is None:
            return None
        return Span(
            start=self.starts, end=self.ends, certainty=certainty_of(definite=self.definite)
        )


class Explaining(Asking):
    """What there is to know of one fact."""

    def fact(
        self, grant: Grant, ledger: LedgerName, fact: Seq, *, when: When
    ) -> Answered[FactView]:
        """One fact, whatever its status; raises NotFound where there is none of this id."""
        rules = self.admit(grant, ledger)
        moment = self.moment(ledger, rules, when)
        view, head = self._fact(ledger, fact, moment)
        self._shown.mark(grant, ledger, [view.key])
        return Answered(row=view, as_of=moment.as_of(head))

    def history(
        self, grant: Grant, ledger: LedgerName, fact: Seq, *, when: When, after: Pair, limit: int
    ) -> Page[RectangleView]:
        """The rectangles of a fact, by the command that began each and its place in world time."""
        rules = self.admit(grant, ledger)
        moment = self.moment(ledger, rules, when, otherwise=Whenever.ANY)
        known, _ = self._fact(ledger, fact, moment)
        parameters = {
            **moment.parameters,
            "fact": known.fact,
            "after_seq": after[0],
            "after_place": after[1],
            "seq_max": JSON_INTEGER_MAX,
            "limit": limit + 1,
        }
        rows, head = self.rows(ledger, "read_history", parameters, _RectangleRow)
        views = [row.view() for row in rows]
        self._shown.mark(grant, ledger, _lines(views[:limit], rules))
        keys = [f"{row.from_seq}:{row.place}" for row in rows]
        return paged(views, keys, limit, moment.as_of(head))

    def why(
        self, grant: Grant, ledger: LedgerName, fact: Seq, *, when: When, after: Seq, limit: int
    ) -> Explanation:
        """A fact with its claims and the decisions about it, which are paged together by seq."""
        rules = self.admit(grant, ledger)
        moment = self.moment(ledger, rules, when)
        known, _ = self._fact(ledger, fact, moment)
        parameters = {
            "fact": known.fact,
            "known": moment.known,
            "after": after,
            "limit": limit + 1,
        }
        rows, head = self.rows(ledger, "read_story", parameters, EventRow)
        told = [recorded_of(row) for row in rows[:limit]]
        claims = tuple(
            _claim(each, each.event) for each in told if isinstance(each.event, FactAsserted)
        )
        said = [each.said for each in claims if each.said is not None]
        self._shown.mark(grant, ledger, {known.key, *_lines(said, rules)})
        return Explanation(
            fact=known,
            claims=claims,
            decisions=tuple(
                DecisionView(recorded=each, event=each.event)
                for each in told
                if isinstance(each.event, AxisEvent) and not isinstance(each.event, FactAsserted)
            ),
            next=str(rows[limit - 1].seq) if len(rows) > limit else None,
            as_of=moment.as_of(head),
        )

    def _fact(self, ledger: LedgerName, fact: Seq, moment: Moment) -> tuple[FactView, HeadRow]:
        parameters = {**moment.parameters, "fact": fact}
        rows, head = self.rows(ledger, "read_fact", parameters, VersionRow)
        if not rows:
            raise NotFound("there is no such fact")
        return rows[0].view(), head


def _lines(told: Iterable[RectangleView | Said], rules: Rules) -> set[LineKey]:
    """The values that are told, which may be others than the fact has now."""
    return {
        line_key(each.subject, each.predicate, each.object, mode=rules.identity) for each in told
    }


def _claim(recorded: Recorded, event: FactAsserted) -> ClaimView:
    return ClaimView(
        seq=recorded.seq,
        recorded_at=recorded.recorded_at,
        token=recorded.token,
        kind=recorded.kind,
        said=event.said,
        quotes=event.quotes,
        derived_from=event.derived_from,
        echo=event.shown_at is not None,
    )
