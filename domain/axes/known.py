"""What is known of an axis beside claims and rulings: what lost, was taken back and asked for."""

from dataclasses import dataclass
from datetime import datetime

from domain.duels.voices import VoiceId
from domain.keys import LineKey
from domain.payloads import Asked, Consequences, Wish
from domain.words import ActorKind, Seq, TokenId


@dataclass(frozen=True, kw_only=True, slots=True)
class Retraction:
    """Claims that were taken back together, by whom, and what had followed for others."""

    seq: Seq
    token: TokenId
    claims: tuple[Seq, ...]
    consequences: Consequences


@dataclass(frozen=True, kw_only=True, slots=True)
class Beat:
    """That a value which was active lost, when it did, and who had said it until then.

    `decided` is the decision by which it did.
    """

    decided: Seq
    line: LineKey
    at: datetime
    voices: tuple[VoiceId, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What an agent wished for a fact, which waits for a person; `seq` is that of its event."""

    seq: Seq
    fact: Seq
    wish: Wish
    asked: Asked | None
    token: TokenId
    kind: ActorKind
    recorded_at: datetime
