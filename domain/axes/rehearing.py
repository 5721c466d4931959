"""Hearing again only what may come out otherwise: which facts stand as they were last heard."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from domain.axes.axis import Axis
from domain.axes.bouts import bouts_with, is_parted
from domain.axes.docket import Docket, Grounds, Hearing, Met
from domain.axes.hearing import WINS, Court
from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.events import DuelResolved
from domain.words import Seq, Verdict

_ORDER: Final = {verdict: place for place, verdict in enumerate(Verdict)}
"""The verdicts from the least favourable on."""


@dataclass(kw_only=True, slots=True)
class Hearings:
    """What was heard on an axis, while events change it; for one thread.

    `known` are, by fact, the hearings that would come out the same on these `grounds`.
    """

    court: Court
    grounds: Grounds | None = None
    known: dict[Seq, Hearing] = field(default_factory=dict)

    @classmethod
    def resumed(cls, axis: Axis, court: Court) -> "Hearings":
        """Those that were kept with an axis or with what it came from, as far as they hold."""
        docket = axis.docket
        if docket is None:
            return cls(court=court)
        court.weighed.update(docket.weighed)
        found = cls(court=court, grounds=docket.grounds, known=dict(docket.hearings))
        found._bring_up(axis)
        return found

    def kept(self) -> Docket | None:
        """What the next decision on the axis may go on from; None where nothing was heard."""
        if self.grounds is None or not self.known:
            return None
        return Docket(grounds=self.grounds, hearings=self.known, weighed=self.court.weighed)

    def stands(self, axis: Axis, stint: Stint) -> bool:
        """Whether a fact of the axis would be left as it stands, were it heard."""
        self._bring_up(axis)
        return stint.fact in self.known

    def note(self, axis: Axis, stint: Stint, resolved: DuelResolved) -> None:
        """Note that a fact of the axis was heard, and left as it stands."""
        self._bring_up(axis)
        timeline = axis.timeline
        if stint.is_visible and not timeline.parting.isdisjoint(stint.seqs):
            # Without it others would be joined, which then are what it met.
            return
        met: dict[Seq, tuple[Met, ...]] = {}
        for each in resolved.fights:
            fact = timeline.of(each.claims[0]).fact
            fight = Met(each.claims, each.relation, each.judgement.verdict)
            met[fact] = (*met.get(fact, ()), fight)
        rows = (each for each in timeline.rivals(stint) if len(each.claims) > 1)
        parted = tuple(each.fact for each in rows if is_parted(each, stint))
        self.known[stint.fact] = Hearing(resolved.verdict, resolved.trades_places, met, parted)

    def _bring_up(self, axis: Axis) -> None:
        """Strike out what may come out otherwise on the axis as it is now."""
        before = self.grounds
        if before is not None and before.timeline is axis.timeline:
            return
        around = self.court.around
        self.grounds = Grounds(
            timeline=axis.timeline,
            beats=axis.beats,
            reports=axis.reports,
            confirmed=axis.confirmed,
            window=around.window,
            records=around.records,
            dependants=around.dependants,
        )
        changed = None if before is None else self.grounds.differing_from(before)
        if before is None or changed is None:
            self.known.clear()
            self.court.weighed.clear()
            return
        self._weigh_anew(changed, before.timeline, axis.timeline)
        self.known = {
            fact: each
            for fact, each in self.known.items()
            if fact not in changed and self._comes_out_alike(axis, fact, each, changed)
        }

    def _weigh_anew(self, changed: Collection[Seq], *timelines: Timeline) -> None:
        """Forget what was weighed of these facts."""
        claims: set[Seq] = set()
        for timeline in timelines:
            facts = timeline.by_fact
            claims.update(seq for each in changed if each in facts for seq in facts[each].seqs)
        weighed = self.court.weighed
        for seqs in [each for each in weighed if not claims.isdisjoint(each)]:
            del weighed[seqs]

    def _comes_out_alike(
        self, axis: Axis, fact: Seq, known: Hearing, changed: Collection[Seq]
    ) -> bool:
        """Whether a fact that did not change itself is left as it stands, whatever others did."""
        timeline = axis.timeline
        stint = timeline.by_fact[fact]
        if stint.is_visible and not timeline.parting.isdisjoint(stint.seqs):
            return False
        for each in {*changed, *known.parted}:
            rival = timeline.by_fact.get(each)
            if rival is not None and not rival.is_visible:
                rival = None
            if each not in known.parted and rival is not None and is_parted(rival, stint):
                return False
            if not self._meets_alike(axis, stint, rival, known, known.met.get(each, ())):
                return False
        return True

    def _meets_alike(
        self,
        axis: Axis,
        stint: Stint,
        rival: Stint | None,
        known: Hearing,
        was: tuple[Met, ...],
    ) -> bool:
        """Whether what it meets of a fact leaves it as it stands; `was` is what it met before.

        Another fight may have come, if it is neither less favourable nor needs to be written.
        """
        met = self._met(axis, stint, rival, known)
        if rival is None or not met:
            return not was and (rival is None or not _is_left(axis, stint, rival))
        if was and was != met:
            return False
        for each in met:
            if _ORDER[each.verdict] < _ORDER[known.verdict]:
                return False
            verdict = each.verdict if each.verdict in WINS else known.verdict
            is_told = verdict is Verdict.CONTESTED and axis.timeline.are_in_contest(stint, rival)
            if not is_told and not _is_ruled(axis, stint, verdict, each.claims):
                return False
        return True

    def _met(
        self, axis: Axis, stint: Stint, rival: Stint | None, known: Hearing
    ) -> tuple[Met, ...]:
        if rival is None:
            return ()
        return tuple(
            Met(
                tuple(sorted(each.rival.seqs)),
                each.relation,
                self.court.judged(axis, stint, each, trades=known.trades).verdict,
            )
            for each in bouts_with(stint, rival, axis.timeline)
        )


def _is_left(axis: Axis, stint: Stint, rival: Stint) -> bool:
    """Whether a fact was left in contest with a rival: it fights that as long as both hold."""
    given = axis.timeline.ruled.given(stint.seqs)
    return any(
        each.verdict is Verdict.CONTESTED and not rival.seqs.isdisjoint(each.rival)
        for each in given
    )


def _is_ruled(axis: Axis, stint: Stint, verdict: Verdict, claims: tuple[Seq, ...]) -> bool:
    """Whether this very verdict on these claims stands already."""
    return any(
        each.verdict is verdict and not each.kept and frozenset(each.rival) == frozenset(claims)
        for each in axis.timeline.ruled.given(stint.seqs)
    )
