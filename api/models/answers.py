"""What became of what was asked: verdicts, problems, and whether the service is there."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from pydantic.config import JsonDict

from api.models.duels import TERMS, TermShape
from api.models.shapes import HASH, Count, Decimal, Position, Receipt, Shape
from domain.words import Status, Verdict


class Why(Shape):
    """How the verdict came about: the version of the rules, the numbers, and the reason's code."""

    rule: Position
    margin: Annotated[Decimal | None, Field(description="In bits; null where nothing was fought.")]
    terms: list[TermShape]
    reason: str


class AnswerShape(Shape):
    """What became of a claim."""

    example: ClassVar[JsonDict] = {
        "fact": 42,
        "claim": 42,
        "seq": 43,
        "verdict": "supersedes",
        "status": "active",
        "rivals": [31],
        "why": {"rule": 1, "margin": "0.2", "terms": TERMS, "reason": "margin"},
        "receipt": {"ledger": "acme", "seq": 43, "leaf_hash": HASH},
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
    review: Annotated[
        Position | None,
        Field(description="There where its end waits for a person to decide, under this seq."),
    ] = None
    echo: Annotated[
        Literal[True] | None,
        Field(description="There where the claim repeats what its voice had been shown."),
    ] = None


class DecisionAnswer(Shape):
    """What became of a fact that was decided on."""

    example: ClassVar[JsonDict] = {
        "fact": 42,
        "seq": 44,
        "status": "invalidated",
        "receipt": {"ledger": "acme", "seq": 44, "leaf_hash": HASH},
    }

    fact: Position
    seq: Annotated[Position, Field(description="The seq of the decision.")]
    status: Status
    receipt: Receipt


class WaitingAnswer(Shape):
    """That a person must decide, and under which seq it waits."""

    example: ClassVar[JsonDict] = {
        "review": 44,
        "receipt": {"ledger": "acme", "seq": 44, "leaf_hash": HASH},
    }

    review: Position
    receipt: Receipt


class Tombstone(Shape):
    """What refuses a value: the fact that was struck out, and the event that did."""

    fact: Position
    seq: Position


class SourceAnswer(Shape):
    """How many claims of a source were taken back, or count again."""

    example: ClassVar[JsonDict] = {
        "claims": 12,
        "seq": 58,
        "receipt": {"ledger": "acme", "seq": 58, "leaf_hash": HASH},
    }

    claims: Count
    seq: Position
    receipt: Receipt
    refused: Annotated[
        list[Tombstone] | None,
        Field(description="There where some of them stay away, since their value was struck out."),
    ] = None


class ErrorItem(Shape):
    """One fault of the input: where it lies, a word for programs, and how to mend it."""

    field: str
    code: str
    detail: str


class Problem(Shape):
    """An error (RFC 9457); `errors` names what of the input can't be taken.

    Where a tombstone refuses a value, it says so and names it; the try was counted by an event.
    """

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
    seq: Annotated[
        Count | None, Field(description="How far what was asked has come, short of `min_seq`.")
    ] = None
    verdict: Literal["refused"] | None = None
    tombstone: Tombstone | None = None
    receipt: Receipt | None = None


class BatchAnswer(Shape):
    """What became of each claim of a batch, in order: an answer, or the problem it met."""

    example: ClassVar[JsonDict] = {"results": [AnswerShape.example, Problem.example]}

    results: list[AnswerShape | Problem]


class Health(Shape):
    """Whether the process is there."""

    example: ClassVar[JsonDict] = {"status": "ok"}

    status: Literal["ok"]


class Ready(Shape):
    """Whether the database is there, and the replica where there is one."""

    example: ClassVar[JsonDict] = {"status": "ready"}

    status: Literal["ready"]
    replica: Annotated[
        Literal["in use", "lost"] | None,
        Field(description="Whether questions go there; while it is lost, the primary has them."),
    ] = None
