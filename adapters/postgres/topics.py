"""The facts of a topic, a subject's predicate: asked for oftener than all else, in one round trip.

One statement finds them with all that an answer needs beside them, and marks them for who may say
them again. It has them in no order, and so tells them only where one page holds them all.
"""

from datetime import datetime
from typing import Final, NamedTuple

from adapters.postgres.asking import Asking, Moment, come_to, instant_of, record_time
from adapters.postgres.versions import BEHIND_HEAD, BEHIND_POSITION, versions_of
from adapters.postgres.views import FactQuestion, FactView, KnownAt, Page, Whenever
from domain.grants import Grant
from domain.keys import predicate_digest, subject_digest
from domain.state import Rules
from domain.words import VISIBLE, LedgerName

_NOW: Final = Moment(known=None, valid_at=None, whenever=False)


class _Topic(NamedTuple):
    """The keys of a subject's predicate, and how many of its facts a page holds."""

    subject: bytes
    predicate: bytes
    limit: int

    @property
    def parameters(self) -> dict[str, object]:
        """What the statements call these; one more is asked for, to know whether there is."""
        return {"subject": self.subject, "predicate": self.predicate, "limit": self.limit + 1}


class Topics(Asking):
    """Topics as they stand, or as of both times."""

    def topic(
        self, grant: Grant, ledger: LedgerName, rules: Rules, question: FactQuestion, *, limit: int
    ) -> Page[FactView] | None:
        """The facts that a question asks for; None where those are no topic, or more than a page.

        Then they are to be asked for in their order, and by all that the question says.
        """
        topic = _topic_of(question, rules, limit)
        if topic is None:
            return None
        known_at, valid_at = question.when.known_at, question.when.valid_at
        if known_at is None:
            return self._current(grant, ledger, topic)
        holding_at = None if valid_at is None else instant_of(valid_at, rules)
        return self._believed(grant, ledger, topic, known_at, holding_at)

    def _current(self, grant: Grant, ledger: LedgerName, topic: _Topic) -> Page[FactView] | None:
        due = None
        if self._copies.are_one:
            due = self._shown.due(grant, ledger, topic.subject + topic.predicate)
        if due is None:
            rows = self.alone(ledger, "read_current", topic.parameters, BEHIND_HEAD)
        else:
            marking = {**topic.parameters, "readers": due.readers, "least": self._least}
            rows = self.alone(ledger, "show_current", marking, BEHIND_HEAD)
        views = tuple(row.view() for row in versions_of(rows))
        if len(views) > topic.limit:
            return None
        keys = [view.key for view in views]
        if due is None:
            self._shown.mark(grant, ledger, keys)
        else:
            self._shown.note(ledger, due, keys)
        return Page(rows=views, next=None, as_of=_NOW.as_of(rows[0].head))

    def _believed(
        self,
        grant: Grant,
        ledger: LedgerName,
        topic: _Topic,
        known_at: KnownAt,
        valid_at: datetime | None,
    ) -> Page[FactView] | None:
        asked = {**topic.parameters, **record_time(known_at), "valid_at": valid_at}
        rows = self.alone(ledger, "read_believed", asked, BEHIND_POSITION)
        head = rows[0].head
        known, known_instant = come_to(known_at, head)
        views = tuple(row.view() for row in versions_of(rows))
        if len(views) > topic.limit:
            return None
        self._shown.mark(grant, ledger, [view.key for view in views])
        moment = Moment(known=known, valid_at=valid_at or known_instant, whenever=False)
        return Page(rows=views, next=None, as_of=moment.as_of(head))


def _topic_of(question: FactQuestion, rules: Rules, limit: int) -> _Topic | None:
    """The topic whose visible facts are asked for, of now or of a record time."""
    subject, predicate, when = question.subject, question.predicate, question.when
    if subject is None or predicate is None or question.statuses != VISIBLE:
        return None
    if (question.object, question.source, question.certainty) != (None, None, None):
        return None
    is_of_another_world_time = (
        when.valid_at is not None if when.known_at is None else when.valid_at is Whenever.ANY
    )
    if is_of_another_world_time:
        return None
    return _Topic(
        subject=subject_digest(subject, mode=rules.identity),
        predicate=predicate_digest(predicate, mode=rules.identity),
        limit=limit,
    )
