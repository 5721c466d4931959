"""What a question about facts may be narrowed to: never an empty text, a wildcard or a misspelling.

A scope that is none must not end up meaning "all", so it is refused.
"""

import re
from collections.abc import Sequence
from typing import Final

from adapters.postgres.views import FactQuestion
from adapters.sheets import Sheet
from domain import limits
from domain.words import VISIBLE, Status

EVERY_STATUS: Final = "all"

_WILDCARD: Final = re.compile(r"\s*[*%]+\s*")


def fact_question(asked: Sheet, statuses: Sequence[str] | None) -> FactQuestion:
    """Which facts are asked for; what is wrong with it is noted on the sheet."""
    return FactQuestion(
        statuses=_statuses(asked, statuses),
        subject=_scope(asked, "subject", limits.SUBJECT_CHARS_MAX),
        predicate=_scope(asked, "predicate", limits.PREDICATE_CHARS_MAX),
        object=_scope(asked, "object", limits.OBJECT_CHARS_MAX),
        source=_scope(asked, "source", limits.SOURCE_CHARS_MAX),
    )


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
