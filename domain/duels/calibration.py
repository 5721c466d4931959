"""The calibration: cases with the verdict that people expect, held against the rule in force."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final

from domain.duels import rule
from domain.duels.bits import Bits
from domain.duels.calibration_cases import CASES, Case, Side
from domain.duels.duel import Relation, half_life_of, judge, slack
from domain.duels.evidence import Dependant, Report, Saying, Support
from domain.duels.signals import Signal
from domain.duels.strength import Weighed
from domain.duels.voices import Voice, voice_of
from domain.predicates import Declaration, Temporal
from domain.words import ActorKind, Seq, TokenId, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class CalibrationRow:
    """One case and what the rule makes of it.

    `slack` is how far its margin is from the nearest threshold, also where something else decided.
    """

    number: int
    kind: str
    newcomer: str
    incumbent: str
    expected: Verdict
    verdict: Verdict
    margin: Bits
    slack: Bits

    @property
    def holds(self) -> bool:
        """Whether the verdict is the one expected, and not by a hair."""
        return self.verdict is self.expected and self.slack >= rule.SLACK_MIN


def calibration() -> tuple[CalibrationRow, ...]:
    """Every case, in order."""
    return tuple(map(_row, CASES))


_SEEN: Final = datetime(2024, 2, 15, 12, tzinfo=UTC)
_A_SECOND: Final = timedelta(seconds=1)


def _row(case: Case) -> CalibrationRow:
    newcomer, incumbent = _sides(case)
    relation = Relation.SUCCESSION if case.kind is Temporal.STATE else Relation.CONTRADICTION
    judgement = judge(
        Weighed(newcomer, records={}),
        Weighed(incumbent, records={}),
        relation=relation,
        half_life=half_life_of(Declaration(temporal=case.kind)),
    )
    return CalibrationRow(
        number=case.number,
        kind=case.kind,
        newcomer=str(case.newcomer),
        incumbent=str(case.incumbent),
        expected=case.expected,
        verdict=judgement.verdict,
        margin=judgement.margin,
        slack=slack(judgement.margin, relation),
    )


def _sides(case: Case) -> tuple[Support, Support]:
    """The newcomer's evidence and the incumbent's, which was all there before."""
    seqs = map(Seq, count(1))
    seen = _SEEN - timedelta(days=case.incumbent.days)
    incumbent = _support(case.incumbent, seqs, observed_at=seen, name="incumbent")
    name = "incumbent" if case.newcomer.revises else "newcomer"
    newcomer = _support(case.newcomer, seqs, observed_at=_SEEN + _A_SECOND, name=name)
    return newcomer, incumbent


def _support(side: Side, seqs: Iterator[Seq], *, observed_at: datetime, name: str) -> Support:
    """Its voices claim the fact, others rest something on it, and last come the reports."""
    claimants = [_voice(side.kind, f"{name} {number}") for number in range(side.voices)]
    return Support(
        sayings=tuple(
            Saying(voice=voice, seq=next(seqs), observed_at=observed_at, echo=side.echo)
            for voice in claimants
            for _ in range(side.claims_each)
        ),
        dependants=tuple(
            Dependant(voice=_voice(ActorKind.AGENT, f"dependant {number}"), seq=next(seqs))
            for number in range(side.dependants)
        ),
        reports=tuple(
            Report(
                voice=_voice(_entitled(signal), f"reporter of {signal}"),
                by=_entitled(signal),
                signal=signal,
                success=True,
                seq=next(seqs),
            )
            for signal in side.reported
        ),
    )


def _entitled(signal: Signal) -> ActorKind:
    return ActorKind.HUMAN if signal is Signal.USER_CONFIRMED else ActorKind.SYSTEM


def _voice(kind: ActorKind, name: str) -> Voice:
    return voice_of(token=TokenId(name), kind=kind, named_source=None)
