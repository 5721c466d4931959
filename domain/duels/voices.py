"""Voices: who is heard behind a claim or a report, and how much each weighs."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NewType, assert_never

from domain.duels import rule
from domain.duels.bits import Bits, log2
from domain.words import ActorKind, TokenId

VoiceId = NewType("VoiceId", str)
"""`t:<token>` speaks for itself, `s:<token>:<hexadecimal source key>` is a source it names.

It holds a digest of what people wrote, so that no body of an event may hold it.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Voice:
    """One who is heard; `kind` is how it weighs, which for a named source is as a system."""

    id: VoiceId
    kind: ActorKind


def voice_of(*, token: TokenId, kind: ActorKind, named_source: bytes | None) -> Voice:
    """Whose voice a token's claim is, that names a source by this key, or none but itself.

    An agent is one voice whatever it names, or it could speak as many. Two tokens that name one
    source are two voices: neither can answer for what the other makes of it.
    """
    match kind:
        case ActorKind.AGENT:
            return Voice(id=_own(token), kind=kind)
        case ActorKind.SYSTEM | ActorKind.HUMAN:
            if named_source is None:
                return Voice(id=_own(token), kind=kind)
            named = VoiceId(f"s:{token}:{named_source.hex()}")
            return Voice(id=named, kind=ActorKind.SYSTEM)
        case _:
            assert_never(kind)


def _own(token: TokenId) -> VoiceId:
    return VoiceId(f"t:{token}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """How what a voice said before turned out, by the outcomes that counted."""

    successes: int
    failures: int

    def __add__(self, other: "Record") -> "Record":
        return Record(
            successes=self.successes + other.successes, failures=self.failures + other.failures
        )


UNKNOWN: Final = Record(successes=0, failures=0)
"""The record of a voice that nothing has been reported on."""


def weight_bits(voice: Voice, record: Record) -> Bits:
    """What one claim of a voice is worth: log2(r / (1 - r)), r being how likely it is right.

    r is the mean of a Beta distribution, the prior moved by the record, kept within the bounds of
    the voice's kind.
    """
    return _weight_bits(voice.kind, record)


# Most voices of a duel have the record of another; a few thousand of them are small.
@lru_cache(maxsize=4096)
def _weight_bits(kind: ActorKind, record: Record) -> Bits:
    trust = rule.TRUST[kind]
    observed = record.successes + record.failures
    mean = Fraction(
        rule.PRIOR_OBSERVATIONS * trust.prior + record.successes,
        rule.PRIOR_OBSERVATIONS + observed,
    )
    right = min(max(mean, trust.least), trust.most)
    return log2(right.numerator, right.denominator - right.numerator)


def repeated(weight: Bits, claims: int) -> Bits:
    """What so many claims of one voice on one fact are worth, each half of the one before.

    Rounded down, so that it never reaches twice the weight.
    """
    return Bits(weight * (2**claims - 1) // 2 ** (claims - 1))
