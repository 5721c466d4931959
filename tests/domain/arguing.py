"""Words for evidence: who says, reports and rests, one after another, and what it comes to."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import count
from typing import Final, Self

from domain.duels.bits import bits_text
from domain.duels.duel import Judgement, Relation, judge
from domain.duels.evidence import Dependant, Report, Saying, Support
from domain.duels.signals import Signal
from domain.duels.strength import Weighed, strength
from domain.duels.voices import Record, Voice, VoiceId, voice_of
from domain.predicates import HALF_LIFE_DAYS
from domain.words import ActorKind, Seq, TokenId
from tests.domain.clocks import instant

NOON = instant("2024-02-15T12:00")
A_DAY = timedelta(days=1)
A_SECOND = timedelta(seconds=1)
HALF_LIFE = HALF_LIFE_DAYS * A_DAY
LATER = 100_000
"""A seq beyond what any test tells first."""
NO_RECORDS: Final[Mapping[VoiceId, Record]] = {}

TEST, COMPILED, USER, CITED = (
    Signal.TEST_PASSED,
    Signal.CODE_COMPILED,
    Signal.USER_CONFIRMED,
    Signal.CITED_BY,
)


def agent(name: str) -> Voice:
    return _own(name, ActorKind.AGENT)


def system(name: str) -> Voice:
    return _own(name, ActorKind.SYSTEM)


def person(name: str) -> Voice:
    return _own(name, ActorKind.HUMAN)


def agents(count: int, name: str = "agent") -> list[Voice]:
    return [agent(f"{name} {number}") for number in range(count)]


class Told:
    """What has been told of one fact, in the order in which it came in, from one seq on."""

    def __init__(self, *, after: int = 0) -> None:
        self._seqs = map(Seq, count(after + 1))
        self.sayings: list[Saying] = []
        self.reports: list[Report] = []
        self.dependants: list[Dependant] = []
        self.confirmed_by_person = False

    def say(
        self,
        *voices: Voice,
        times: int = 1,
        at: datetime = NOON,
        echo: bool = False,
        confirms: bool = False,
    ) -> Self:
        """Each of them claims it, so many times."""
        for voice in voices:
            for _ in range(times):
                seq = next(self._seqs)
                said = Saying(voice=voice, seq=seq, observed_at=at, echo=echo, confirms=confirms)
                self.sayings.append(said)
        return self

    def report(self, signal: Signal, *voices: Voice, success: bool = True) -> Self:
        """Each of them reports an outcome on it."""
        for voice in voices:
            reported = Report(
                voice=voice,
                by=voice.kind,
                signal=signal,
                success=success,
                seq=next(self._seqs),
            )
            self.reports.append(reported)
        return self

    def rest(self, *voices: Voice) -> Self:
        """Each of them says something else that rests on it."""
        for voice in voices:
            self.dependants.append(Dependant(voice=voice, seq=next(self._seqs)))
        return self

    def review(self) -> Self:
        """A reviewer confirms it."""
        self.confirmed_by_person = True
        return self

    @property
    def support(self) -> Support:
        """All of it."""
        return Support(
            sayings=tuple(self.sayings),
            reports=tuple(self.reports),
            dependants=tuple(self.dependants),
            confirmed_by_person=self.confirmed_by_person,
        )


def told(*voices: Voice, after: int = 0, at: datetime = NOON) -> Told:
    """What these said of a fact, once each."""
    return Told(after=after).say(*voices, at=at)


def newcomer(*voices: Voice) -> Told:
    """What these said of another value, a second later than everything else."""
    return told(*voices, after=LATER, at=NOON + A_SECOND)


def fought(
    challenger: Told,
    rival: Told,
    *,
    relation: Relation = Relation.SUCCESSION,
    half_life: timedelta | None = HALF_LIFE,
    records: Mapping[VoiceId, Record] = NO_RECORDS,
    trading_places: bool = False,
) -> Judgement:
    """What is decided between the two, of a state with the usual half-life."""
    return judge(
        Weighed(challenger.support, records=records),
        Weighed(rival.support, records=records),
        relation=relation,
        half_life=half_life,
        trading_places=trading_places,
    )


def weighed(evidence: Told, records: Mapping[VoiceId, Record] = NO_RECORDS) -> str:
    """What it comes to, before anything is taken off."""
    return bits_text(strength(evidence.support, records=records).bits)


def _own(name: str, kind: ActorKind) -> Voice:
    return voice_of(token=TokenId(name), kind=kind, named_source=None)
