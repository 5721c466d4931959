"""What became of what was asked: verdicts, problems, and whether the service is there."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, JsonValue
from pydantic.config import JsonDict

from api.models.shapes import HASH, Position, Receipt, Shape
from domain.words import Status, Verdict


class Why(Shape):
    """How the verdict came about: the version of the rules, the numbers, and the reason's code."""

    rule: Position
    margin: str | None
    terms: list[JsonValue]
    reason: str


class AnswerShape(Shape):
    """What became of a claim."""

    example: ClassVar[JsonDict] = {
        "fact": 42,
        "claim": 42,
        "seq": 42,
        "verdict": "recorded",
        "status": "active",
        "rivals": [],
        "why": {"rule": 1, "margin": None, "terms": [], "reason": "no_rival"},
        "receipt": {"ledger": "acme", "seq": 42, "leaf_hash": HASH},
        "warnings": [],
    }

    fact: Annotated[Position, Field(description="The fact that the claim carries.")]
    claim: Annotated[Position, Field(description="The claim's own seq.")]
    seq: Annotated[Position, Field(description="The seq of the last event about the claim.")]
    verdict: Verdict
    status: Status
    rivals: list[Position]
    why: Why
    receipt: Receipt
    warnings: list[str]


class ErrorItem(Shape):
    """One fault of the input: where it lies, a word for programs, and how to mend it."""

    field: str
    code: str
    detail: str


class Problem(Shape):
    """An error (RFC 9457); `errors` names what of the input can't be taken."""

    example: ClassVar[JsonDict] = {
        "type": "urn:factledger:invalid",
        "title": "invalid",
        "status": 422,
        "detail": "the input can't be taken as it is; `errors` names what and where",
        "errors": [
            {"field": "subject", "code": "required", "detail": "is required and missing: give it"}
        ],
    }

    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    errors: list[ErrorItem] | None = None
    reference: Annotated[
        str | None, Field(description="Where the log has the rest of a fault of ours.")
    ] = None


class BatchAnswer(Shape):
    """What became of each claim of a batch, in order: an answer, or the problem it met."""

    example: ClassVar[JsonDict] = {"results": [AnswerShape.example, Problem.example]}

    results: list[AnswerShape | Problem]


class Health(Shape):
    """Whether the service is there."""

    example: ClassVar[JsonDict] = {"status": "ok"}

    status: Literal["ok", "ready"]
