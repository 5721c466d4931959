"""Duels, term by term, and the other decisions that an event can be."""

from typing import Annotated, Final, Literal

from pydantic import Field
from pydantic.config import JsonDict, JsonValue

from api.models.shapes import Count, Decimal, GivenDate, Instant, Position, Shape, Value
from domain.duels.duel import Reason, Relation
from domain.duels.signals import Signal
from domain.duels.strength import Cause
from domain.payloads import Act, Kind, Resolution, Wish
from domain.words import ActorKind, Status, Verdict

TERMS: Final[list[JsonValue]] = [
    {
        "side": "newcomer",
        "term": "voice",
        "bits": "1.74",
        "claim": 42,
        "voice": "agent",
        "claims": 1,
        "weight": "1.74",
        "place": 0,
    },
    {
        "side": "rival",
        "term": "voice",
        "bits": "1.74",
        "claim": 31,
        "voice": "agent",
        "claims": 1,
        "weight": "1.74",
        "place": 0,
    },
    {"side": "rival", "term": "cut", "bits": "-0.2", "cause": "fading"},
]


class TermShape(Shape):
    """One term of a strength, in bits; the terms of a side sum to it exactly.

    A voice is named by its first claim: `weight` is one claim's that stood alone, `place` its place
    among the voices, strongest first. The outcomes of a signal add up to `net`, reported by who is
    `entitled` to or not. Dependants are so many `voices`. A cut takes off what a `cause` tells.
    """

    side: Literal["newcomer", "rival"]
    term: Literal["voice", "outcomes", "dependants", "cut"]
    bits: Decimal
    claim: Position | None = None
    voice: ActorKind | None = None
    claims: Count | None = None
    weight: Decimal | None = None
    place: Count | None = None
    signal: Signal | None = None
    entitled: bool | None = None
    net: int | None = None
    voices: Count | None = None
    cause: Cause | None = None


class FightShape(Shape):
    """One fight of a newcomer with a rival, judged by its own margin."""

    rival: Position
    relation: Relation
    verdict: Verdict
    rule: Position
    margin: Decimal
    reason: Reason
    terms: list[TermShape]


class ActorShape(Shape):
    """Who wrote: the token's id and its kind."""

    token: str
    kind: ActorKind


class RestandingShape(Shape):
    """Where a claim stood, and where it came to stand."""

    claim: Position
    before: Status
    after: Status


class CorrectionShape(Shape):
    """What stands in the place of what claims said; null is as it was."""

    subject: str | None
    predicate: str | None
    object: Value | None
    valid_from: GivenDate | None
    valid_to: GivenDate | None


class AskedShape(Shape):
    """What an agent wished for."""

    reason: str | None
    kind: Kind | None
    correction: CorrectionShape | None
    signal: Signal | None


DUEL: Final[JsonDict] = {
    "seq": 43,
    "recorded_at": "2024-03-02T10:30:00.000006Z",
    "type": "DuelResolved",
    "actor": {"token": "t9c1d2e3f4a5b", "kind": "agent"},
    "newcomer": 42,
    "verdict": "supersedes",
    "status": "active",
    "rivals": [31],
    "trades_places": False,
    "fights": [
        {
            "rival": 31,
            "relation": "succession",
            "verdict": "supersedes",
            "rule": 1,
            "margin": "0.2",
            "reason": "margin",
            "terms": [*TERMS],
        }
    ],
}


class DecisionShape(Shape):
    """An event that decided or told something of a fact, with the fields that its type has.

    What people wrote is null once it is erased.
    """

    seq: Position
    recorded_at: Instant
    type: Annotated[str, Field(description="The type of the event.")]
    actor: ActorShape
    newcomer: Position | None = None
    verdict: Verdict | None = None
    status: Status | None = None
    rivals: list[Position] | None = None
    trades_places: bool | None = None
    fights: list[FightShape] | None = None
    kind: Kind | None = None
    reason: str | None = None
    tombstone: Position | None = None
    act: Act | None = None
    claims: list[Position] | None = None
    changed: list[RestandingShape] | None = None
    correction: CorrectionShape | None = None
    signal: Signal | None = None
    success: bool | None = None
    source: str | None = None
    wish: Wish | None = None
    asked: AskedShape | None = None
    item: Position | None = None
    decision: Resolution | None = None
    confirmed: list[Position] | None = None
