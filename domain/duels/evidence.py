"""Evidence: everything that speaks for or against one fact, and what follows from it directly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from domain.duels import rule
from domain.duels.bits import Bits
from domain.duels.signals import Signal
from domain.duels.voices import UNKNOWN, Record, Voice, VoiceId
from domain.words import ActorKind, Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class Saying:
    """One standing claim of the fact.

    `echo`: who said it had been shown it. `confirms`: it joined the fact while that was active.
    """

    voice: Voice
    seq: Seq
    observed_at: datetime
    echo: bool = False
    confirms: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is evidence: to repeat what one was shown confirms nothing, ever."""
        return not (self.echo and self.confirms)


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """One outcome that was reported on the fact; `by` is the kind of the token, not of the voice.

    A person who names whom he asked is a named source's voice, and what he reports is a person's.
    """

    voice: Voice
    by: ActorKind
    signal: Signal
    success: bool
    seq: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class Dependant:
    """A voice with something visible that rests on the fact, and where it first came to."""

    voice: Voice
    seq: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class Support:
    """What there is on one fact, in any order; `confirmed_by_person` in a review.

    Raises ValueError without a claim: a fact that nobody says fights nobody.
    """

    sayings: tuple[Saying, ...]
    reports: tuple[Report, ...] = ()
    dependants: tuple[Dependant, ...] = ()
    confirmed_by_person: bool = False

    def __post_init__(self) -> None:
        if not self.sayings:
            raise ValueError("a fact has a claim that stands")

    @property
    def counted(self) -> tuple[Saying, ...]:
        """Its claims that are evidence."""
        return tuple(each for each in self.sayings if each.counts)


def is_echo(support: Support) -> bool:
    """Whether nobody says the fact who had not been shown it."""
    return all(each.echo for each in support.sayings)


def has_persons_word(support: Support) -> bool:
    """Whether a person stated the fact or confirmed it."""
    return (
        support.confirmed_by_person
        or any(each.voice.kind is ActorKind.HUMAN for each in support.counted)
        or any(
            each.signal is Signal.USER_CONFIRMED and each.by is ActorKind.HUMAN and each.success
            for each in last_reports(support.reports)
        )
    )


def last_evidence(support: Support) -> datetime:
    """When the fact was last seen to hold; an echo renews nothing."""
    seen = [each.observed_at for each in support.counted]
    # An opening claim that was taken back leaves only echoes, which renew nothing.
    return max(seen) if seen else min(support.sayings, key=lambda each: each.seq).observed_at


def sole_voice(support: Support) -> VoiceId | None:
    """The only voice that supports the fact, where there is just one."""
    voices = {each.voice.id for each in support.counted}
    return voices.pop() if len(voices) == 1 else None


def last_word(support: Support, voice: VoiceId) -> Seq | None:
    """The last claim by which a voice supports the fact."""
    return max((each.seq for each in support.counted if each.voice.id == voice), default=None)


def first_words(support: Support) -> dict[VoiceId, Seq]:
    """Since which claim each voice supports the fact."""
    first: dict[VoiceId, Seq] = {}
    for each in support.counted:
        first[each.voice.id] = min(each.seq, first.get(each.voice.id, each.seq))
    return first


def last_reports(reports: Iterable[Report]) -> list[Report]:
    """What each voice reported last of each signal: it is heard once, and may change its mind."""
    last: dict[tuple[VoiceId, Signal], Report] = {}
    for each in sorted(reports, key=lambda report: report.seq):
        last[each.voice.id, each.signal] = each
    return sorted(last.values(), key=lambda report: report.seq)


class Channel(NamedTuple):
    """Reports that are counted together: of one signal, entitled to their full weight or not."""

    signal: Signal
    entitled: bool

    @property
    def bits(self) -> Bits:
        """What one success more than there are failures weighs."""
        return rule.OUTCOME_BITS[self.signal] if self.entitled else rule.OUTCOME_BITS_UNENTITLED


def channel_of(report: Report) -> Channel:
    """Which reports this one is counted with."""
    return Channel(report.signal, report.by in rule.OUTCOME_ENTITLED[report.signal])


def observations(support: Support) -> Mapping[VoiceId, Record]:
    """What the outcomes on this fact tell about the voices that had said it before.

    A voice's record is the sum over its facts, less the one that is decided: there the same
    outcomes are counted already.
    """
    first = first_words(support)
    records: dict[VoiceId, Record] = {}
    for report in last_reports(each for each in support.reports if each.voice.id not in first):
        one = Record(successes=int(report.success), failures=int(not report.success))
        for voice, seq in first.items():
            if seq < report.seq:
                records[voice] = records.get(voice, UNKNOWN) + one
    return records
