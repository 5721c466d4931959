"""Strength: what the evidence on a fact comes to in bits, term by term."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final

from domain.duels import rule
from domain.duels.bits import Bits, halved
from domain.duels.evidence import (
    Channel,
    Saying,
    Support,
    channel_of,
    first_words,
    is_echo,
    last_reports,
)
from domain.duels.signals import Signal
from domain.duels.voices import UNKNOWN, Record, Voice, VoiceId, repeated, weight_bits
from domain.duels.ways import Speaker, Ways, best_ways, dependants_bits, outcome_bits, voices_bits
from domain.words import ActorKind, Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class VoiceTerm:
    """What one voice adds, named by its first claim: `weight` for one claim that stood alone.

    `place` is its place among the voices, strongest first, from 0.
    """

    bits: Bits
    first: Seq
    kind: ActorKind
    claims: int
    weight: Bits
    place: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeTerm:
    """What the reports of one signal add; `net` is successes less failures, not cut."""

    bits: Bits
    signal: Signal
    entitled: bool
    net: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DependantsTerm:
    """What is added by the voices that rest something on the fact, and how many they are."""

    bits: Bits
    voices: int


class Cause(StrEnum):
    """Why what there is does not count in full."""

    AGENTS_CAP = "agents_cap"
    """Agents alone bring no more than this against a person's word."""
    ECHO = "echo"
    """Nobody says it who had not been shown it."""
    FADING = "fading"
    """It was last seen a while before what challenges it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CutTerm:
    """What is taken off the terms before it."""

    bits: Bits
    cause: Cause


_EVERYBODY: Final = frozenset(ActorKind)
_NO_AGENTS: Final = _EVERYBODY - {ActorKind.AGENT}

Term = VoiceTerm | OutcomeTerm | DependantsTerm | CutTerm


@dataclass(frozen=True, kw_only=True, slots=True)
class Strength:
    """What a fact comes to in a duel; the terms sum to it exactly."""

    bits: Bits
    terms: tuple[Term, ...]


def strength(support: Support, *, records: Mapping[VoiceId, Record]) -> Strength:
    """What there is on a fact, before anything is taken off.

    `records` are of what each voice said elsewhere; one that is not among them has none.
    """
    return _strength(support, records, _EVERYBODY)


def alone_bits(saying: Saying, *, records: Mapping[VoiceId, Record]) -> Bits:
    """What a fact comes to on which there is one claim and nothing else, its terms left out."""
    return _weight(saying.voice, records) if saying.counts else Bits(0)


def capped(of: Strength, support: Support, *, records: Mapping[VoiceId, Record]) -> Strength:
    """The same, with no more from agents than they can bring against a person's word.

    What they bring is the difference they make to what there is without them.
    """
    without = _strength(support, records, _NO_AGENTS)
    return _cut(of, Bits(min(of.bits, without.bits + rule.AGENTS_BITS_MAX)), Cause.AGENTS_CAP)


class Weighed:
    """The evidence on a fact and what it comes to, worked out once.

    `records` are of what each voice said elsewhere; one that is not among them has none.
    """

    def __init__(self, support: Support, *, records: Mapping[VoiceId, Record]) -> None:
        self.support = support
        self._records = records

    @cached_property
    def strength(self) -> Strength:
        """What there is on the fact, before anything is taken off."""
        return strength(self.support, records=self._records)

    @cached_property
    def capped(self) -> Strength:
        """The same, with no more from agents than they can bring against a person's word."""
        return capped(self.strength, self.support, records=self._records)


def echoed(of: Strength, support: Support) -> Strength:
    """A challenger's strength: half while nobody says it who had not been shown it.

    What speaks against it is not halved, or a first voice of its own could lower it.
    """
    if of.bits <= 0 or not is_echo(support):
        return of
    return _cut(of, Bits(of.bits // 2), Cause.ECHO)


def faded(of: Strength, *, age: timedelta, half_life: timedelta) -> Strength:
    """The same, after this age; what speaks against a fact does not fade."""
    if of.bits <= 0 or not age:
        return of
    return _cut(of, halved(of.bits, age=age, half_life=half_life), Cause.FADING)


def _cut(of: Strength, left: Bits, cause: Cause) -> Strength:
    if left == of.bits:
        return of
    return Strength(bits=left, terms=(*of.terms, CutTerm(bits=Bits(left - of.bits), cause=cause)))


def _voices(ways: Ways) -> Iterator[VoiceTerm]:
    for place, (speaker, bits) in enumerate(
        zip(ways.speakers, voices_bits(ways.speakers), strict=True)
    ):
        yield VoiceTerm(
            bits=bits,
            first=speaker.first,
            kind=speaker.voice.kind,
            claims=speaker.claims,
            weight=speaker.weight,
            place=place,
        )


def _outcomes(ways: Ways) -> Iterator[OutcomeTerm]:
    for channel, net in sorted(ways.nets.items()):
        yield OutcomeTerm(
            bits=outcome_bits(channel, net),
            signal=channel.signal,
            entitled=channel.entitled,
            net=net,
        )


def _dependants(ways: Ways) -> Iterator[DependantsTerm]:
    if ways.resting:
        yield DependantsTerm(bits=dependants_bits(ways.resting), voices=ways.resting)


def _strength(
    support: Support, records: Mapping[VoiceId, Record], kinds: Collection[ActorKind]
) -> Strength:
    if len(support.sayings) == 1 and not support.reports and not support.dependants:
        # One claim and nothing else is what most facts rest on: there are no ways to choose from.
        terms = tuple(_alone(each, records) for each in support.counted if each.voice.kind in kinds)
        return Strength(bits=Bits(sum(each.bits for each in terms)), terms=terms)
    return _of_many(support, records, kinds)


def _alone(saying: Saying, records: Mapping[VoiceId, Record]) -> VoiceTerm:
    weight = _weight(saying.voice, records)
    return VoiceTerm(
        bits=weight, first=saying.seq, kind=saying.voice.kind, claims=1, weight=weight, place=0
    )


def _weight(voice: Voice, records: Mapping[VoiceId, Record]) -> Bits:
    return weight_bits(voice, records.get(voice.id, UNKNOWN))


def _of_many(
    support: Support, records: Mapping[VoiceId, Record], kinds: Collection[ActorKind]
) -> Strength:
    ways = _ways(support, records, kinds)
    terms: tuple[Term, ...] = (*_voices(ways), *_outcomes(ways), *_dependants(ways))
    return Strength(bits=Bits(sum(each.bits for each in terms)), terms=terms)


def _ways(
    support: Support, records: Mapping[VoiceId, Record], kinds: Collection[ActorKind]
) -> Ways:
    """How all count who are of these kinds, each in the way that gives the fact most."""
    first = first_words(support)
    if not support.reports and not support.dependants:
        return best_ways(_speakers(support, first, records, kinds), nets={}, resting=0)
    reports = [each for each in support.reports if each.by in kinds]
    resting = {each.voice.id for each in support.dependants if each.voice.kind in kinds}
    nets: Counter[Channel] = Counter()
    for report in last_reports(each for each in reports if each.voice.id not in first):
        nets[channel_of(report)] += 1 if report.success else -1
    speakers = _speakers(support, first, records, kinds)
    return best_ways(speakers, nets=nets, resting=len(resting - first.keys()))


def _speakers(
    support: Support,
    first: Mapping[VoiceId, Seq],
    records: Mapping[VoiceId, Record],
    kinds: Collection[ActorKind],
) -> Iterator[Speaker]:
    claims: dict[VoiceId, int] = {}
    voices: dict[VoiceId, Voice] = {}
    for each in support.counted:
        claims[each.voice.id] = claims.get(each.voice.id, 0) + 1
        if each.voice.kind in kinds:
            voices[each.voice.id] = each.voice
    channels = _channels_before(support, first)
    rested = {
        each.voice.id for each in support.dependants if each.seq < first.get(each.voice.id, 0)
    }
    for id_, voice in voices.items():
        weight = _weight(voice, records)
        yield Speaker(
            voice=voice,
            first=first[id_],
            claims=claims[id_],
            weight=weight,
            bits=repeated(weight, claims[id_]),
            channels=frozenset(channels[id_]),
            rests=id_ in rested,
        )


def _channels_before(
    support: Support, first: Mapping[VoiceId, Seq]
) -> Mapping[VoiceId, set[Channel]]:
    """Where each voice had reported a success before it said the fact itself."""
    channels: defaultdict[VoiceId, set[Channel]] = defaultdict(set)
    for report in last_reports(
        each for each in support.reports if each.seq < first.get(each.voice.id, 0)
    ):
        if report.success:
            channels[report.voice.id].add(channel_of(report))
    return channels
