"""The reader: every question of every face, answered from the read tables under a grant."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from adapters.postgres.asking import Moment, Standing, paged
from adapters.postgres.changing import Changing
from adapters.postgres.explaining import Explaining
from adapters.postgres.listing import Listing
from adapters.postgres.topics import Topics
from adapters.postgres.versions import (
    BEHIND_HEAD,
    Stretch,
    VersionRow,
    beside,
    certainty_of,
    versions_of,
)
from adapters.postgres.views import (
    FactQuestion,
    FactView,
    IntervalView,
    Page,
    Pair,
    Span,
    TimelineQuestion,
    When,
    Whenever,
)
from domain.grants import Grant
from domain.identity import IdentityMode
from domain.keys import object_digest, predicate_digest, source_digest, subject_digest
from domain.limits import FACT_SOURCES_MAX
from domain.values import Text
from domain.words import VISIBLE, LedgerName, Seq
from domain.worldtime.bounds import Certainty

_OF_TOPIC: Final = "read_facts_by_topic"
"""The one that is a transaction by itself."""

_VISIBLE: Final = [status.value for status in VISIBLE]


class _SpellingRow(NamedTuple):
    source: str


class Reader(Topics, Listing, Explaining, Changing):
    """Questions to every ledger in one database; safe to use from any thread.

    Each raises NotFound for a ledger that is not there or was not granted, alike, and Forbidden
    for a role without the right to read; and Invalid for a record time that lies ahead.
    """

    def facts(
        self, grant: Grant, ledger: LedgerName, question: FactQuestion, *, after: Seq, limit: int
    ) -> Page[FactView]:
        """The facts that a question asks for, in the order of their ids."""
        rules = self.admit(grant, ledger)
        if after == Seq(0):
            page = self.topic(grant, ledger, rules, question, limit=limit)
            if page is not None:
                return page
        moment = self.moment(ledger, rules, question.when)
        keys = _keys(question, rules.identity)
        sure = question.certainty
        parameters = {
            **moment.parameters,
            **keys,
            "sources_max": FACT_SOURCES_MAX,
            "spellings": self._spellings(ledger, moment, keys),
            "definite": None if sure is None else sure is Certainty.DEFINITE,
            "after": after,
            "limit": limit + 1,
        }
        name = _statement(question, moment)
        rows, head = self._versions(ledger, name, parameters)
        views = [row.view() for row in rows]
        self._shown.mark(grant, ledger, [view.key for view in views[:limit]])
        return paged(views, [row.fact for row in rows], limit, moment.as_of(head))

    def timeline(
        self,
        grant: Grant,
        ledger: LedgerName,
        question: TimelineQuestion,
        *,
        after: Pair,
        limit: int,
    ) -> Page[IntervalView]:
        """The stretches in which the facts of a subject's predicate hold, by start and fact."""
        rules = self.admit(grant, ledger)
        when = When(known_at=question.known_at)
        moment = self.moment(ledger, rules, when, otherwise=Whenever.ANY)
        parameters = {
            **moment.parameters,
            "subject": subject_digest(question.subject, mode=rules.identity),
            "predicate": predicate_digest(question.predicate, mode=rules.identity),
            "statuses": _VISIBLE,
            "after_place": after[0],
            "after": after[1],
            "limit": limit + 1,
        }
        rows, head = self.each(ledger, "read_timeline", parameters, beside(Stretch))
        views = [_interval(row, stretch) for row, stretch in rows]
        self._shown.mark(grant, ledger, [view.fact.key for view in views[:limit]])
        keys = [f"{stretch.place}:{row.fact}" for row, stretch in rows]
        return paged(views, keys, limit, moment.as_of(head))

    def _versions(
        self, ledger: LedgerName, name: str, parameters: Mapping[str, object]
    ) -> tuple[list[VersionRow], Standing]:
        """The versions that a statement finds, and the head beside them."""
        if name != _OF_TOPIC:
            return self.rows(ledger, name, parameters, VersionRow)
        rows = self.alone(ledger, name, parameters, BEHIND_HEAD)
        return versions_of(rows), rows[0].head

    def _spellings(
        self, ledger: LedgerName, moment: Moment, keys: Mapping[str, object]
    ) -> list[str]:
        """How the source was spelt that a version of the past must name; none where none must."""
        if moment.known is None or keys["source"] is None:
            return []
        rows, _ = self.rows(ledger, "read_spellings", keys, _SpellingRow)
        return [row.source for row in rows]


def _interval(row: VersionRow, stretch: Stretch) -> IntervalView:
    view = row.view()
    sure = certainty_of(definite=bool(row.definite))
    return IntervalView(
        fact=view, holds=Span(start=stretch.starts, end=stretch.ends, certainty=sure)
    )


def _statement(question: FactQuestion, moment: Moment) -> str:
    """The statement that reaches the question's facts by the index that leads to fewest."""
    is_past = moment.known is not None
    if question.subject is not None:
        return "read_facts_by_subject" if question.predicate is None else _OF_TOPIC
    if question.object is not None:
        return "read_facts_by_object"
    if question.predicate is not None:
        return "read_facts_by_predicate"
    # Which facts a source supported is not known by the source.
    is_by_source = question.source is not None and not is_past
    return "read_facts_by_source" if is_by_source else "read_facts"


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
