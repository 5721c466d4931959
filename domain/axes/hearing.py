"""One fact heard as a newcomer: its fights, what each is judged by, and what becomes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, NamedTuple

from domain.axes.axis import Axis
from domain.axes.bouts import Bout, bout_of, bouts_of
from domain.axes.known import Beat
from domain.axes.standing import Claim
from domain.axes.stints import Stint
from domain.axes.together import hold_together
from domain.duels.duel import (
    Judgement,
    Relation,
    half_life_of,
    judge,
    trades_places,
    verdict_of,
)
from domain.duels.evidence import Dependant, Saying, Support
from domain.duels.strength import Weighed
from domain.duels.voices import Record, VoiceId
from domain.events import DuelResolved, Quarantined
from domain.payloads import Beaten, Fight
from domain.words import Seq, Status, Verdict

WINS: Final = frozenset({Verdict.SUPERSEDES, Verdict.DISPLACES})
"""The verdicts by which a newcomer takes a rival's place."""

_STATUS: Final = {
    Verdict.QUARANTINED: Status.QUARANTINED,
    Verdict.CONTESTED: Status.CONTESTED,
    Verdict.DISPLACES: Status.ACTIVE,
    Verdict.SUPERSEDES: Status.ACTIVE,
    Verdict.RECORDED: Status.ACTIVE,
}


class _Case(NamedTuple):
    """Everything that tells one judgement of a decision from another."""

    newcomer: frozenset[Seq]
    rival: frozenset[Seq]
    relation: Relation
    trades: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """What a decision needs that lies beside the axis.

    `window` is the flip-back window, nothing where it is off; `records` are of the outcomes of what
    voices said elsewhere; `dependants` are by a claim of the fact that they rest on.
    """

    window: timedelta
    records: Mapping[VoiceId, Record] = field(default_factory=dict[VoiceId, Record])
    dependants: Mapping[Seq, tuple[Dependant, ...]] = field(
        default_factory=dict[Seq, tuple[Dependant, ...]]
    )


@dataclass(kw_only=True, slots=True)
class Court:
    """What was weighed in a decision so far; it holds while no fact gains or loses support."""

    around: Surroundings
    weighed: dict[frozenset[Seq], Weighed] = field(init=False, default_factory=dict)
    judgements: dict[_Case, Judgement] = field(init=False, default_factory=dict)

    def judged(self, axis: Axis, stint: Stint, bout: Bout, *, trades: bool) -> Judgement:
        """How a fact fares in this fight, by what there is on both."""
        case = _Case(stint.seqs, bout.rival.seqs, bout.relation, trades)
        if case not in self.judgements:
            self.judgements[case] = judge(
                self._weighed(axis, stint),
                self._weighed(axis, bout.rival),
                relation=bout.relation,
                half_life=half_life_of(axis.declaration),
                trading_places=trades,
            )
        return self.judgements[case]

    def _weighed(self, axis: Axis, stint: Stint) -> Weighed:
        if stint.seqs not in self.weighed:
            support = support_of(axis, stint, self.around)
            self.weighed[stint.seqs] = Weighed(support, records=self.around.records)
        return self.weighed[stint.seqs]


def support_of(axis: Axis, stint: Stint, around: Surroundings) -> Support:
    """What there is on a fact; ValueError where none of its claims counts."""
    return Support(
        sayings=tuple([saying_of(each) for each in stint.counting]),
        reports=tuple([report for claim, report in axis.reports if claim in stint.seqs]),
        dependants=_resting_on(stint, around.dependants) if around.dependants else (),
        confirmed_by_person=not axis.confirmed.isdisjoint(stint.seqs),
    )


def _resting_on(
    stint: Stint, dependants: Mapping[Seq, tuple[Dependant, ...]]
) -> tuple[Dependant, ...]:
    return tuple(each for claim in sorted(stint.seqs) for each in dependants.get(claim, ()))


def saying_of(claim: Claim) -> Saying:
    """A claim as it speaks for its fact."""
    return Saying(
        voice=claim.voice,
        seq=claim.seq,
        observed_at=claim.observed_at,
        echo=claim.echo,
        confirms=claim.confirms,
    )


def fights_of(axis: Axis, stint: Stint) -> tuple[Bout, ...]:
    """The fights of a fact of the axis, were it a newcomer."""
    return bouts_of(stint, axis.beside(stint))


def heard(
    axis: Axis, stint: Stint, court: Court, *, beside: tuple[Stint, ...] = (), by: Seq | None
) -> DuelResolved:
    """What becomes of a fact as a newcomer; a value that loses has lost by this claim, if any.

    `beside` are facts that it holds together with where it stands, and so has to fight as well: had
    it not been said, the axis might have no such fact.
    """
    bouts = fights_of(axis, stint)
    further = (*beside, *_contested_still(axis, stint, bouts))
    bouts = (*bouts, *(bout_of(stint, each, axis.declaration) for each in further))
    trades = _trades_places(axis, stint, court.around)
    judgements = [court.judged(axis, stint, each, trades=trades) for each in bouts]
    verdict = verdict_of(judgements)
    fights = tuple(
        Fight(
            rival=bout.rival.fact,
            claims=tuple(sorted(bout.rival.seqs)),
            relation=bout.relation,
            judgement=judgement,
            # The least favourable stands for all; those who win may do so each in its own way.
            verdict=judgement.verdict if verdict in WINS else verdict,
        )
        for bout, judgement in zip(bouts, judgements, strict=True)
    )
    beaten = [bout.rival for bout in bouts if verdict in WINS]
    decided = Quarantined if verdict is Verdict.QUARANTINED else DuelResolved
    return decided(
        newcomer=stint.fact,
        claims=tuple(sorted(stint.seqs)),
        verdict=verdict,
        status=_STATUS[verdict],
        trades_places=trades,
        fights=fights,
        beaten=tuple(
            Beaten(rival=each.fact, by=by) for each in beaten if each.status is Status.ACTIVE
        ),
    )


def _contested_still(axis: Axis, stint: Stint, bouts: tuple[Bout, ...]) -> Iterator[Stint]:
    """What it is in contest with, would not meet were it said now, and holds together with."""
    met = {claim for each in bouts for claim in each.rival.seqs}
    contested = {
        claim
        for each in axis.timeline.ruled.given(stint.seqs)
        if each.verdict is Verdict.CONTESTED and not each.kept
        for claim in each.rival
        if claim not in met
    }
    for each in axis.timeline.rivals(stint) if contested else ():
        is_met = contested.isdisjoint(each.seqs) or not met.isdisjoint(each.seqs)
        if not is_met and hold_together(axis.timeline, stint, each):
            yield each


def _trades_places(axis: Axis, stint: Stint, around: Surroundings) -> bool:
    """Whether a value that was beaten is claimed again too soon, by none but its old voices."""
    return any(
        trades_places(said, supported_by=beat.voices, beaten_at=beat.at, window=around.window)
        for said, beat in _said_again(axis, stint)
    )


def _said_again(axis: Axis, stint: Stint) -> Iterator[tuple[Support, Beat]]:
    for beat in axis.beats:
        again = tuple(saying_of(each) for each in stint.counting if each.seq > beat.decided)
        if beat.line == stint.line and again:
            yield Support(sayings=again), beat
