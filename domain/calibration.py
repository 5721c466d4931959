"""The calibration: cases with the verdict that people expect, held against the rule in force."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final

from domain import rule
from domain.bits import Bits
from domain.calibration_cases import CASES, Case, Side
from domain.duel import Relation, judge, slack
from domain.evidence import Dependant, Report, Saying, Support
from domain.predicates import Temporal
from domain.signals import Signal
from domain.voices import Voice, voice_of
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


def sides(case: Case) -> tuple[Support, Support]:
    """The newcomer's evidence and the incumbent's.

    All of the incumbent's was there before, the reports on either come last.
    """
    bench = _Bench()
    seen = _SEEN - timedelta(days=case.incumbent.days)
    incumbent = bench.claims(case.incumbent, observed_at=seen, names="incumbent")
    dependants = bench.dependants(case.incumbent.dependants)
    names = "incumbent" if case.newcomer.revises else "newcomer"
    newcomer = bench.claims(case.newcomer, observed_at=_SEEN + _A_SECOND, names=names)
    return (
        Support(sayings=newcomer, reports=bench.reports(case.newcomer.reported)),
        Support(sayings=incumbent, dependants=dependants),
    )


_SEEN: Final = datetime(2024, 2, 15, 12, tzinfo=UTC)
_A_SECOND: Final = timedelta(seconds=1)


def _row(case: Case) -> CalibrationRow:
    newcomer, incumbent = sides(case)
    is_state = case.kind is Temporal.STATE
    relation = Relation.SUCCESSION if is_state else Relation.CONTRADICTION
    judgement = judge(
        newcomer,
        incumbent,
        relation=relation,
        half_life=rule.HALF_LIFE if is_state else None,
        records={},
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


class _Bench:
    """Where a case's claims and reports are made, one after another."""

    def __init__(self) -> None:
        self._seqs = map(Seq, count(1))

    def claims(self, side: Side, *, observed_at: datetime, names: str) -> tuple[Saying, ...]:
        """The claims of a side, by voices called after it."""
        return tuple(
            Saying(
                voice=_voice(side.kind, f"{names}{number}"),
                seq=next(self._seqs),
                observed_at=observed_at,
                echo=side.echo,
            )
            for number in range(side.voices)
            for _ in range(side.claims_each)
        )

    def dependants(self, voices: int) -> tuple[Dependant, ...]:
        """So many other agents, each with something that rests on the fact."""
        return tuple(
            Dependant(voice=_voice(ActorKind.AGENT, f"dependant{number}"), seq=next(self._seqs))
            for number in range(voices)
        )

    def reports(self, signals: tuple[Signal, ...]) -> tuple[Report, ...]:
        """A success of each signal, from whoever is entitled to report it."""
        return tuple(
            Report(
                voice=_voice(_reporter(signal), f"reporter of {signal}"),
                by=_reporter(signal),
                signal=signal,
                success=True,
                seq=next(self._seqs),
            )
            for signal in signals
        )


def _reporter(signal: Signal) -> ActorKind:
    return ActorKind.HUMAN if signal is Signal.USER_CONFIRMED else ActorKind.SYSTEM


def _voice(kind: ActorKind, name: str) -> Voice:
    return voice_of(token=TokenId(name), kind=kind, named_source=None)
