"""What shapes are made of: the words, numbers and values that occur in many of them."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from domain import limits

Position = Annotated[int, Field(ge=1, le=limits.JSON_INTEGER_MAX)]
Count = Annotated[int, Field(ge=0)]
Instant = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$",
        examples=["2024-03-01T09:00:00.000000Z"],
    ),
]
GivenInstant = Annotated[
    str,
    Field(
        description="RFC 3339 with an offset or Z, to the microsecond.",
        examples=["2024-03-01T09:00:00Z"],
    ),
]
GivenDate = Annotated[
    str,
    Field(
        max_length=limits.DATE_CHARS_MAX,
        description="`2024`, `2024-05`, `2024-05-17`, `202X`, or a time of day as in RFC 3339, "
        "with `?`, `~` or `%` behind it where it is unsure; `..` is open, an empty text unknown.",
        examples=["2024-02-15"],
    ),
]
Decimal = Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$", examples=["1.22"])]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Base64 = Annotated[str, Field(description="base64url with padding.")]
LedgerName = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,62}$")]
Cursor = Annotated[str | None, Field(description="What `cursor` takes to go on, if there is more.")]


class Shape(BaseModel):
    """A shape that has no other fields than these."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    example: ClassVar[JsonDict] = {}


class NumberValue(Shape):
    """A decimal number, compared by value."""

    number: Annotated[str, Field(max_length=limits.NUMBER_CHARS_MAX, examples=["28000"])] | int
    unit: Annotated[str | None, Field(max_length=limits.UNIT_CHARS_MAX)] = None


class DateValue(Shape):
    """A day of the calendar."""

    date: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class EntityValue(Shape):
    """Something that has a name."""

    entity: Annotated[str, Field(min_length=1, max_length=limits.OBJECT_CHARS_MAX)]


Value = (
    Annotated[str, Field(min_length=1, max_length=limits.OBJECT_CHARS_MAX)]
    | bool
    | NumberValue
    | DateValue
    | EntityValue
)

AT: Final = "2024-03-02T10:30:00.000005Z"
AS_OF: Final[JsonDict] = {"valid_at": AT, "known_at": 43, "seq": 43}
HASH: Final = "9f" * 32


class AsOf(Shape):
    """What an answer was true of: world time, record time, and the head that it saw."""

    valid_at: Instant | Literal["any"]
    known_at: Annotated[Count, Field(description="0 is before the first event.")]
    seq: Position


class Receipt(Shape):
    """What a writer keeps to prove later that the event stands."""

    ledger: LedgerName
    seq: Position
    leaf_hash: Hash
