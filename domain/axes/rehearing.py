"""Hearing again only what may come out otherwise: which facts stand as they were last heard."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.axes.axis import Axis
from domain.axes.bouts import Bout, bouts_with, is_parted
from domain.axes.docket import Differing, Docket, Grounds, Hearing, Met, Place, left_at
from domain.axes.hearing import Court
from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.duels.duel import FAVOUR
from domain.events import DuelResolved
from domain.words import Seq, Verdict

_MANY: Final = 4
"""From so many hearings on it is worth it to keep them for an axis that is put together anew."""


def docket_of(axis: Axis) -> Docket | None:
    """What was kept of an axis, of what it came from, or of one that began as it does."""
    left = axis.docket
    if left is None and len(axis.claims) > _MANY:
        # Shorter ones leave none, and would only drive out what others have left.
        left = _place(axis).docket
    is_of_it = left is not None and left.grounds.timeline.declaration == axis.declaration
    return left if is_of_it else None


def keep(axis: Axis, docket: Docket) -> None:
    """Keep what was heard on an axis for what is decided next."""
    axis.keep(docket)
    if len(docket.hearings) >= _MANY:
        _place(axis).docket = docket


def _place(axis: Axis) -> Place:
    first = next(iter(axis.claims.values()))
    return left_at(first.seq, first.line, first.recorded_at)


@dataclass(kw_only=True, slots=True)
class Hearings:
    """What was heard on an axis, while events change it; for one thread.

    `known` are, by fact, the hearings that would come out the same on these `grounds`.
    """

    court: Court
    grounds: Grounds | None = None
    known: dict[Seq, Hearing] = field(default_factory=dict)

    @classmethod
    def resumed(cls, axis: Axis, docket: Docket | None, court: Court) -> "Hearings":
        """Those that were kept in a docket, as far as they hold on the axis."""
        if docket is None:
            return cls(court=court)
        court.weighed.update(docket.weighed)
        found = cls(court=court, grounds=docket.grounds, known=dict(docket.hearings))
        # What lies beside the axis may differ although the axis does not.
        found._strike_out(axis)
        return found

    def kept(self, *, apart: Timeline | None) -> Docket | None:
        """What the next decision on the axis may go on from; None where nothing was heard."""
        if self.grounds is None or not self.known:
            return None
        return Docket(
            grounds=self.grounds, apart=apart, hearings=self.known, weighed=self.court.weighed
        )

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
            fight = Met(frozenset(each.claims), each.relation, each.judgement.verdict)
            met[fact] = (*met.get(fact, ()), fight)
        rows = (each for each in timeline.rivals(stint) if len(each.claims) > 1)
        parted = tuple(each.fact for each in rows if is_parted(each, stint))
        self.known[stint.fact] = Hearing(resolved.verdict, resolved.trades_places, met, parted)

    def _bring_up(self, axis: Axis) -> None:
        """Let what is known hold on the axis as it is now, which alone has changed meanwhile."""
        if self.grounds is None or self.grounds.timeline is not axis.timeline:
            self._strike_out(axis)

    def _strike_out(self, axis: Axis) -> None:
        """Strike out what may come out otherwise on the axis as it is now."""
        before, around = self.grounds, self.court.around
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
        self._weigh_anew(changed.changed, before.timeline, axis.timeline)
        self.known = {
            fact: each
            for fact, each in self.known.items()
            if fact not in changed.heard and self._comes_out_alike(axis, fact, each, changed)
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

    def _comes_out_alike(self, axis: Axis, fact: Seq, known: Hearing, differing: Differing) -> bool:
        """Whether a fact that did not change itself is left as it stands, whatever others did."""
        timeline = axis.timeline
        stint = timeline.by_fact[fact]
        if stint.is_visible and not timeline.parting.isdisjoint(stint.seqs):
            return False
        for each in differing.met.union(known.parted):
            rival, was = timeline.by_fact.get(each), known.met.get(each, ())
            if rival is None or not rival.is_visible:
                if was:
                    return False
                continue
            if each not in known.parted and is_parted(rival, stint):
                return False
            bouts = bouts_with(stint, rival, timeline)
            if not bouts:
                if was or _is_left(timeline, stint, rival):
                    return False
                continue
            is_same = each not in differing.changed and _are_those(bouts, was)
            if not is_same and not self._changes_nothing(axis, stint, bouts, known, was):
                return False
        return True

    def _changes_nothing(
        self,
        axis: Axis,
        stint: Stint,
        bouts: Sequence[Bout],
        known: Hearing,
        was: Sequence[Met],
    ) -> bool:
        """Whether these fights with one rival leave a fact as it stands, where there `was` others.

        One that has come may do so, if it is neither less favourable nor has to be written.
        """
        if was and not _are_those(bouts, was):
            return False
        timeline, trades = axis.timeline, known.trades
        verdicts = [self.court.judged(axis, stint, each, trades=trades).verdict for each in bouts]
        if was and verdicts != [each.verdict for each in was]:
            return False
        if any(FAVOUR[each] < FAVOUR[known.verdict] for each in verdicts):
            return False
        rival = timeline.of(min(bouts[0].rival.seqs))
        if known.verdict is Verdict.CONTESTED and timeline.are_in_contest(stint, rival):
            return True
        return all(_is_ruled(timeline, stint, known.verdict, each.rival) for each in bouts)


def _are_those(bouts: Sequence[Bout], met: Sequence[Met]) -> bool:
    """Whether these are the fights that there were."""
    return len(bouts) == len(met) and all(
        each.relation is known.relation and each.rival.seqs == known.claims
        for each, known in zip(bouts, met, strict=True)
    )


def _is_left(timeline: Timeline, stint: Stint, rival: Stint) -> bool:
    """Whether a fact was left in contest with a rival: it fights that as long as both hold."""
    return timeline.are_in_contest(stint, rival) and any(
        each.verdict is Verdict.CONTESTED and not rival.seqs.isdisjoint(each.rival)
        for each in timeline.ruled.given(stint.seqs)
    )


def _is_ruled(timeline: Timeline, stint: Stint, verdict: Verdict, rival: Stint) -> bool:
    """Whether this very verdict on a rival stands already."""
    return any(
        each.verdict is verdict and not each.kept and frozenset(each.rival) == rival.seqs
        for each in timeline.ruled.given(stint.seqs)
    )
