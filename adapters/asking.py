"""What a question may be narrowed to: never an empty text, a wildcard or a misspelling.

A scope that is none must not end up meaning "all", so it is refused. What is wrong is noted on the
sheet that is read from, and what was read counts only where nothing is.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from adapters.postgres.views import (
    ChangeQuestion,
    Day,
    FactQuestion,
    KnownAt,
    TimelineQuestion,
    ValidAt,
    When,
    Whenever,
)
from adapters.sheets import Sheet
from domain import limits
from domain.words import VISIBLE, Seq, Status
from domain.worldtime.bounds import Certainty

EVERY_STATUS: Final = "all"

_WILDCARD: Final = re.compile(r"\s*[*%]+\s*")
_SEQ: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def fact_question(asked: Sheet, statuses: Sequence[str] | None) -> FactQuestion:
    """Which facts are asked for."""
    return FactQuestion(
        statuses=_statuses(asked, statuses),
        subject=_scope(asked, "subject", limits.SUBJECT_CHARS_MAX),
        predicate=_scope(asked, "predicate", limits.PREDICATE_CHARS_MAX),
        object=_scope(asked, "object", limits.OBJECT_CHARS_MAX),
        source=_scope(asked, "source", limits.SOURCE_CHARS_MAX),
        certainty=asked.word("certainty", Certainty),
        when=when(asked),
    )


def timeline_question(asked: Sheet) -> TimelineQuestion:
    """Whose timeline is asked for: a subject and a predicate have to be named."""
    asked.required("subject")
    asked.required("predicate")
    return TimelineQuestion(
        subject=_scope(asked, "subject", limits.SUBJECT_CHARS_MAX) or "",
        predicate=_scope(asked, "predicate", limits.PREDICATE_CHARS_MAX) or "",
        known_at=known_at(asked, "known_at"),
    )


def change_question(asked: Sheet) -> ChangeQuestion:
    """Which changes are asked for: from one record time to another, of one instant or of any."""
    valid_at = _valid_at(asked)
    return ChangeQuestion(
        since=known_at(asked, "since"),
        until=known_at(asked, "until"),
        valid_at=None if isinstance(valid_at, Whenever) else valid_at,
        subject=_scope(asked, "subject", limits.SUBJECT_CHARS_MAX),
    )


def when(asked: Sheet) -> When:
    """As of which times it is asked."""
    return When(valid_at=_valid_at(asked), known_at=known_at(asked, "known_at"))


def known_at(asked: Sheet, name: str) -> KnownAt | None:
    """A record time: a seq, 0 being before the first event, or an instant."""
    text = asked.doc.get(name)
    if isinstance(text, str) and _SEQ.fullmatch(text):
        return Seq(min(int(text), limits.JSON_INTEGER_MAX))
    return asked.instant(name)


def _valid_at(asked: Sheet) -> ValidAt | None:
    text = asked.doc.get("valid_at")
    if not isinstance(text, str):
        return asked.instant("valid_at")
    if text == Whenever.ANY.value:
        return Whenever.ANY
    if _DAY.fullmatch(text) is None:
        return asked.instant("valid_at")
    try:
        return Day(day=date.fromisoformat(text))
    except ValueError:
        asked.refuse("valid_at", "no_such_instant", "no day of the calendar: correct the date")
        return None


def _scope(asked: Sheet, name: str, chars_max: int) -> str | None:
    text = asked.text(name, chars_max=chars_max)
    if text is not None and _WILDCARD.fullmatch(text):
        asked.refuse(name, "wildcard", "matches whole texts, and takes no wildcard: leave it out")
    return text


def _statuses(asked: Sheet, words: Sequence[str] | None) -> tuple[Status, ...]:
    if words is None:
        return VISIBLE
    if list(words) == [EVERY_STATUS]:
        return tuple(Status)
    if words and len(set(words)) == len(words) and set(words) <= set(Status):
        return tuple(status for status in Status if status in words)
    asked.refuse(
        "status", "unknown_word", f"must be {EVERY_STATUS}, or some of {', '.join(Status)}"
    )
    return ()
