"""Bodies of claims, ledgers and tokens."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from pydantic.config import JsonDict

from adapters.wire.openings import FLIP_BACK_HOURS_MAX
from adapters.wire.tokens import TOKEN_LEDGERS_MAX
from api.models.shapes import GivenDate, GivenInstant, LedgerName, Position, Shape, Value
from domain import limits
from domain.grants import Role
from domain.words import ActorKind


class QuoteBody(Shape):
    """A piece of evidence: words quoted, where they stand, or both."""

    quote: Annotated[str | None, Field(min_length=1, max_length=limits.QUOTE_CHARS_MAX)] = None
    uri: Annotated[str | None, Field(min_length=1, max_length=limits.URI_CHARS_MAX)] = None


class FactBody(Shape):
    """A claim: that a subject's predicate has this value."""

    example: ClassVar[JsonDict] = {
        "subject": "Alice",
        "predicate": "lives_in",
        "object": "Dublin",
        "valid_from": "2024-02-15",
        "observed_at": "2024-03-01T09:00:00Z",
        "source": "crm",
        "evidence": [{"quote": "moved to Dublin", "uri": "https://crm.example/notes/7"}],
    }

    subject: Annotated[str, Field(min_length=1, max_length=limits.SUBJECT_CHARS_MAX)]
    predicate: Annotated[str, Field(min_length=1, max_length=limits.PREDICATE_CHARS_MAX)]
    object: Value
    qualifiers: Annotated[
        dict[str, str] | None,
        Field(description="Said with the claim, and no part of what makes two claims one fact."),
    ] = None
    valid: Annotated[
        str | None,
        Field(
            max_length=limits.DATE_CHARS_MAX,
            description="An interval, in place of a start and an end.",
            examples=["2019/.."],
        ),
    ] = None
    valid_from: Annotated[
        GivenDate | None,
        Field(description="Since when it holds; from when it was first observed, if left out."),
    ] = None
    valid_to: Annotated[
        GivenDate | None,
        Field(
            description="When it ended, that day not included; until further notice, if left out."
        ),
    ] = None
    valid_through: Annotated[
        GivenDate | None, Field(description="The last day that it holds, in place of `valid_to`.")
    ] = None
    observed_at: Annotated[
        GivenInstant | None,
        Field(description="When the source saw it; now, if left out."),
    ] = None
    source: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=limits.SOURCE_CHARS_MAX,
            description="Where it comes from; the token's name, if left out.",
        ),
    ] = None
    evidence: Annotated[list[QuoteBody] | None, Field(max_length=limits.EVIDENCE_MAX)] = None
    derived_from: Annotated[
        list[Position] | None,
        Field(max_length=limits.DERIVED_FROM_MAX, description="Facts that it rests on."),
    ] = None
    session: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=limits.SESSION_CHARS_MAX,
            description="The session it is said in; that of the header, if left out.",
        ),
    ] = None


class BatchBody(Shape):
    """Claims decided in order, as if sent one by one; atomic, all of them or none."""

    example: ClassVar[JsonDict] = {
        "facts": [
            {"subject": "Alice", "predicate": "lives_in", "object": "Dublin"},
            {"subject": "Alice", "predicate": "speaks", "object": "Irish"},
        ],
        "atomic": False,
    }

    facts: Annotated[list[FactBody], Field(min_length=1, max_length=limits.BATCH_CLAIMS_MAX)]
    atomic: bool | None = None


class PolicyBody(Shape):
    """Rules of a ledger that are fixed when it is opened."""

    flip_back_hours: Annotated[int | None, Field(ge=0, le=FLIP_BACK_HOURS_MAX)] = None


class LedgerBody(Shape):
    """A ledger to be opened."""

    example: ClassVar[JsonDict] = {
        "ledger": "acme",
        "time_zone": "Europe/Dublin",
        "identity": "folded",
        "policy": {"flip_back_hours": 24},
    }

    ledger: LedgerName
    time_zone: Annotated[str | None, Field(description="A name of the IANA database.")] = None
    identity: Literal["folded", "exact"] | None = None
    policy: PolicyBody | None = None


class TokenBody(Shape):
    """A token to be made; only an admin's may leave `ledgers` out, and reaches every ledger."""

    example: ClassVar[JsonDict] = {
        "name": "crm bot",
        "kind": "agent",
        "role": "agent",
        "ledgers": ["acme"],
        "expires": "2030-01-01T00:00:00Z",
    }

    name: Annotated[str, Field(min_length=1, max_length=limits.TOKEN_NAME_CHARS_MAX)]
    kind: ActorKind
    role: Role
    ledgers: Annotated[
        list[LedgerName] | None, Field(min_length=1, max_length=TOKEN_LEDGERS_MAX)
    ] = None
    expires: GivenInstant | None = None
