"""The parameters of questions."""

from typing import Annotated

from pydantic import Field

from adapters.asking import EVERY_STATUS
from api.models.shapes import Shape
from api.questions import PAGE_ROWS, WAIT_S_MAX
from domain import limits
from domain.bodies import EVENT_TYPES
from domain.words import Status
from domain.worldtime.bounds import Certainty

ValidAt = Annotated[
    str | None,
    Field(
        description="When it is to hold in the world: an instant, a day of the ledger's zone, or "
        "`any`. Left out, it is the instant of `known_at` if that is given, else now.",
    ),
]
KnownAt = Annotated[
    str | None,
    Field(
        description="What the ledger had been told by then: a seq, or an instant. Left out, it is "
        "the head.",
    ),
]


class Query(Shape):
    """The parameters of a question."""


class NoQuery(Query):
    """A question without parameters."""


class LedgerQuery(Query):
    """A question to a ledger."""

    min_seq: Annotated[
        int,
        Field(
            ge=0,
            le=limits.JSON_INTEGER_MAX,
            description="The seq that the answer must have seen, as that of one's own write: it is "
            "waited for, and 503 tells in `seq` how far the ledger has come where it does not come "
            "soon.",
        ),
    ] = 0


class WhenQuery(LedgerQuery):
    """As of which times."""

    valid_at: ValidAt = None
    known_at: KnownAt = None


class PageQuery(Query):
    """Which page of a list."""

    limit: Annotated[int, Field(ge=1, le=limits.PAGE_ROWS_MAX, description="How many at most.")] = (
        PAGE_ROWS
    )
    cursor: Annotated[str | None, Field(description="What `next` gave for the same question.")] = (
        None
    )


class ListQuery(PageQuery, LedgerQuery):
    """Which page of a ledger's list."""


class FactsQuery(ListQuery):
    """Which facts; texts are matched whole, by what makes two spellings one."""

    subject: Annotated[str | None, Field(min_length=1, max_length=limits.SUBJECT_CHARS_MAX)] = None
    predicate: Annotated[str | None, Field(min_length=1, max_length=limits.PREDICATE_CHARS_MAX)] = (
        None
    )
    object: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=limits.OBJECT_CHARS_MAX,
            description="The text of the value, or the name of the entity that it is.",
        ),
    ] = None
    source: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=limits.SOURCE_CHARS_MAX,
            description="Facts that a claim of this source carries.",
        ),
    ] = None
    valid_at: ValidAt = None
    known_at: KnownAt = None
    certainty: Annotated[
        Certainty | None, Field(description="Only what holds as surely as that; both, if left out.")
    ] = None
    status: Annotated[
        str | None,
        Field(
            description=f"`{EVERY_STATUS}`, or some of {', '.join(Status)} with commas between; "
            "what is visible, if left out.",
        ),
    ] = None


class VersionsQuery(ListQuery):
    """Which page of a list about one fact, as of which times."""

    valid_at: ValidAt = None
    known_at: KnownAt = None


class TimelineQuery(ListQuery):
    """Whose timeline, as it was known then."""

    subject: Annotated[str, Field(min_length=1, max_length=limits.SUBJECT_CHARS_MAX)]
    predicate: Annotated[str, Field(min_length=1, max_length=limits.PREDICATE_CHARS_MAX)]
    known_at: KnownAt = None


class ChangesQuery(ListQuery):
    """Which changes: after one record time and up to another, of one world time or of any."""

    since: Annotated[
        str | None, Field(description="A seq or an instant; the beginning, if left out.")
    ] = None
    until: Annotated[
        str | None, Field(description="A seq or an instant; the head, if left out.")
    ] = None
    valid_at: Annotated[
        str | None,
        Field(description="Only what changed the belief about this instant or day."),
    ] = None
    subject: Annotated[str | None, Field(min_length=1, max_length=limits.SUBJECT_CHARS_MAX)] = None


class EventsQuery(LedgerQuery):
    """Which events."""

    after: Annotated[
        int,
        Field(ge=0, le=limits.JSON_INTEGER_MAX, description="The seq to go on after."),
    ] = 0
    limit: Annotated[int, Field(ge=1, le=limits.PAGE_ROWS_MAX, description="How many at most.")] = (
        PAGE_ROWS
    )
    type: Annotated[str | None, Field(description=f"One of {', '.join(EVENT_TYPES)}.")] = None
    wait: Annotated[
        int,
        Field(
            ge=0,
            le=WAIT_S_MAX,
            description="How many seconds to wait for the first one, where there is none yet.",
        ),
    ] = 0
