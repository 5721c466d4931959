"""Reading a query: which parameters a question takes, each at most once, and never an empty one.

A scope that is misspelt, empty or a wildcard must not end up meaning "all", so it is refused.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, cast
from urllib.parse import parse_qsl

from starlette.requests import Request

from adapters import asking
from adapters.errors import Invalid
from adapters.postgres.views import (
    BEGINNING,
    ChangeQuestion,
    FactQuestion,
    Pair,
    TimelineQuestion,
    When,
    pair,
)
from adapters.sheets import Sheet, shown
from api import cursors
from api.calls import NO_POSITION, call_of, position
from domain import limits
from domain.bodies import EVENT_TYPES
from domain.refusals import Refusal
from domain.words import Seq

LEAST_PARAMETER: Final = "min_seq"
"""What every question to a ledger takes besides its own."""

PAGE_PARAMETERS: Final = ("limit", "cursor")
WHEN_PARAMETERS: Final = ("valid_at", "known_at")
FACT_PARAMETERS: Final = (
    "subject",
    "predicate",
    "object",
    "source",
    "status",
    "certainty",
    *WHEN_PARAMETERS,
    *PAGE_PARAMETERS,
)
TIMELINE_PARAMETERS: Final = ("subject", "predicate", "known_at", *PAGE_PARAMETERS)
CHANGE_PARAMETERS: Final = ("since", "until", "valid_at", "subject", *PAGE_PARAMETERS)
EVENT_PARAMETERS: Final = ("after", "limit", "type", "wait")

PAGE_ROWS: Final = 50
WAIT_S_MAX: Final = 30

POSITIONS: Final = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)
"""The keys by which facts, claims and events are paged."""

PAIRS: Final = re.compile(r"[0-9]{1,18}:[0-9]{1,18}", re.ASCII)
"""The keys of lists that are ordered by two numbers."""

DIGESTS: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""The keys by which predicates are paged."""

NAMES: Final = re.compile(r"[a-z0-9_-]{1,63}", re.ASCII)
"""The keys by which ledgers and tokens are paged."""

_LIMIT: Final = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)
_SECONDS: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_STATUSES_CHARS_MAX: Final = 200
_PARAMETERS_MAX: Final = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Paging:
    """How much of an answer is asked for, and after which key; `question` binds its cursors."""

    limit: int
    after: str | None
    question: str

    @property
    def after_seq(self) -> Seq:
        """The position to go on after, of a list that is paged by `POSITIONS`."""
        return Seq(0) if self.after is None else Seq(int(self.after))

    @property
    def after_pair(self) -> Pair:
        """The key to go on after, of a list that is paged by `PAIRS`."""
        return BEGINNING if self.after is None else pair(self.after)

    def cursor(self, key: str | None) -> str | None:
        """Where the answer goes on, if it does."""
        return None if key is None else cursors.cursor(self.question, key)


@dataclass(frozen=True, kw_only=True, slots=True)
class EventQuestion:
    """Which events are asked for, and how long one waits for the first of them."""

    after: Seq
    limit: int
    type_name: str | None
    wait_s: int


def none(request: Request) -> None:
    """See to it that a route that takes no parameters is given none; raises Invalid."""
    _settled(_asked(request, ()))


def page(request: Request, keys: re.Pattern[str]) -> Paging:
    """Which page of a list is asked for; raises Invalid."""
    asked = _asked(request, PAGE_PARAMETERS)
    paging = _paging(asked, request, keys)
    _settled(asked)
    return paging


def when(request: Request) -> When:
    """As of which times a question without a list is; raises Invalid."""
    asked = _asked(request, WHEN_PARAMETERS)
    found = asking.when(asked)
    _settled(asked)
    return found


def versions(request: Request, keys: re.Pattern[str]) -> tuple[When, Paging]:
    """As of which times a list about a fact is asked for, and which page; raises Invalid."""
    asked = _asked(request, (*WHEN_PARAMETERS, *PAGE_PARAMETERS))
    found = asking.when(asked)
    paging = _paging(asked, request, keys)
    _settled(asked)
    return found, paging


def timeline(request: Request) -> tuple[TimelineQuestion, Paging]:
    """Whose timeline is asked for, and which page of it; raises Invalid."""
    asked = _asked(request, TIMELINE_PARAMETERS)
    question = asking.timeline_question(asked)
    paging = _paging(asked, request, PAIRS)
    _settled(asked)
    return question, paging


def changes(request: Request) -> tuple[ChangeQuestion, Paging]:
    """Which changes are asked for, and which page of them; raises Invalid."""
    asked = _asked(request, CHANGE_PARAMETERS)
    question = asking.change_question(asked)
    paging = _paging(asked, request, PAIRS)
    _settled(asked)
    return question, paging


def facts(request: Request) -> tuple[FactQuestion, Paging]:
    """Which facts are asked for, and which page of them; raises Invalid."""
    asked = _asked(request, FACT_PARAMETERS)
    statuses = asked.text("status", chars_max=_STATUSES_CHARS_MAX)
    question = asking.fact_question(asked, None if statuses is None else statuses.split(","))
    paging = _paging(asked, request, POSITIONS)
    _settled(asked)
    return question, paging


def events(request: Request) -> EventQuestion:
    """Which events are asked for; raises Invalid."""
    asked = _asked(request, EVENT_PARAMETERS)
    type_name = asked.text("type", chars_max=100)
    if type_name is not None and type_name not in EVENT_TYPES:
        asked.refuse("type", "unknown_word", f"must be one of {', '.join(EVENT_TYPES)}")
    question = EventQuestion(
        after=_position(asked, "after", "must be an event's seq, or 0 for the first ones"),
        limit=_limit(asked),
        type_name=type_name,
        wait_s=_wait_s(asked),
    )
    _settled(asked)
    return question


def _asked(request: Request, known: Collection[str]) -> Sheet:
    """The query as an object to be read; what is wrong with its form is raised at once.

    What the answer of a ledger must have seen is noted on the call.
    """
    try:
        query = cast("bytes", request.scope["query_string"]).decode("ascii")
        pairs = parse_qsl(
            query, keep_blank_values=True, errors="strict", max_num_fields=_PARAMETERS_MAX
        )
    except ValueError as error:
        # Bytes that are no UTF-8, or more parameters than any question has.
        raise Invalid(
            Refusal(code="malformed", field="", detail="the query is not percent-encoded UTF-8")
        ) from error
    asked = Sheet(doc=dict(pairs))
    if request.method == "GET" and "ledger" in request.path_params:
        known = (*known, LEAST_PARAMETER)
        call_of(request).least = _position(
            asked, LEAST_PARAMETER, "must be an event's seq: leave it out where none must be seen"
        )
    asked.close(known)
    for name in asked.doc:
        if sum(each == name for each, _ in pairs) > 1:
            asked.refuse(shown(name), "twice", "is given more than once: give it once")
    return asked


def _settled(asked: Sheet) -> None:
    if asked.refusals:
        raise Invalid(*asked.refusals)


def _limit(asked: Sheet) -> int:
    text = asked.doc.get("limit", str(PAGE_ROWS))
    if isinstance(text, str) and _LIMIT.fullmatch(text) and int(text) <= limits.PAGE_ROWS_MAX:
        return int(text)
    asked.refuse(
        "limit", "out_of_range", f"must be a whole number from 1 to {limits.PAGE_ROWS_MAX}"
    )
    return PAGE_ROWS


def _position(asked: Sheet, name: str, detail: str) -> Seq:
    """A position; 0, which is also meant where none is given, is before the first event."""
    text = asked.doc.get(name, "0")
    if text == "0":
        return Seq(0)
    found = position(text) if isinstance(text, str) else NO_POSITION
    if found == NO_POSITION:
        asked.refuse(name, "not_a_position", detail)
    return found


def _wait_s(asked: Sheet) -> int:
    text = asked.doc.get("wait", "0")
    if isinstance(text, str) and _SECONDS.fullmatch(text) and int(text) <= WAIT_S_MAX:
        return int(text)
    asked.refuse("wait", "out_of_range", f"must be whole seconds, from 0 to {WAIT_S_MAX}")
    return 0


def _paging(asked: Sheet, request: Request, keys: re.Pattern[str]) -> Paging:
    aside = {*PAGE_PARAMETERS, LEAST_PARAMETER}
    scope = sorted((name, text) for name, text in asked.doc.items() if name not in aside)
    question = f"{request.scope['path']} {scope!r}"
    after: str | None = None
    text = asked.doc.get("cursor")
    if isinstance(text, str):
        after = cursors.key_of(text, question)
        if after is None or keys.fullmatch(after) is None:
            asked.refuse(
                "cursor",
                "not_a_cursor",
                "is not what `next` gave for this question: ask again from the start",
            )
    return Paging(limit=_limit(asked), after=after, question=question)
