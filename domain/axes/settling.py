"""Deciding again: after an event on an axis, until every fact on it stands where it must."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from domain.axes.axis import Axis
from domain.axes.commands import By
from domain.axes.folding import folded
from domain.axes.hearing import WINS, Court, Surroundings, fights_of, heard
from domain.axes.rehearing import Hearings, docket_of, keep
from domain.axes.rows import excludes_any
from domain.axes.standing import Claim
from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.axes.together import Elders, elders_of
from domain.axes.tombstones import Tombstone, refusing
from domain.events import AxisEvent, CommandFrame, DuelResolved, Recorded
from domain.identity import IdentityMode
from domain.keys import LineKey
from domain.payloads import Ruling
from domain.words import CommandId, LedgerName, Seq, Status, Verdict
from domain.worldtime.bounds import MOMENT

_ROUNDS_MAX: Final = 8
"""Values that beat one another in a ring never rest: after so many rounds nobody wins any more."""

_HEARD_AGAIN: Final = frozenset({Status.CONTESTED, Status.QUARANTINED})
"""Whatever happens on the axis: others wait for what concerns them."""

_UNDECIDED: Final = CommandFrame(id=CommandId(""), i=1, n=1)


@dataclass(kw_only=True, slots=True)
class Course:
    """A decision under way: the axis as it comes to be, and the events so far; for one thread.

    `known` is the axis as far as it was asked for. `seq` is the position of the last event, `at`
    the record time of the next one. `touched` are the claims whose fact is answered for, `moved`
    those whose fact came to lie elsewhere.
    """

    known: Axis
    seq: Seq
    at: datetime
    around: Surroundings
    by: By
    mode: IdentityMode
    ledger: LedgerName
    events: list[AxisEvent] = field(default_factory=list)
    touched: set[Seq] = field(default_factory=set)
    moved: set[Seq] = field(default_factory=set)
    is_restless: bool = False
    unfolded: list[Recorded] = field(default_factory=list)
    passed: list[tuple[Axis, Axis]] = field(init=False, default_factory=list)
    elders: tuple[Timeline, Elders] | None = field(init=False, default=None)

    @property
    def axis(self) -> Axis:
        """The axis after the events so far. Most decisions end with one that nobody asks about."""
        self._fold()
        return self.known

    def write(self, event: AxisEvent) -> None:
        """Append an event."""
        recorded = self.next(event)
        self.unfolded.append(recorded)
        self.seq = recorded.seq
        self.at = recorded.recorded_at + MOMENT
        self.events.append(event)

    def next(self, event: AxisEvent) -> Recorded:
        """The event as it would be recorded next; its command is not known here."""
        return Recorded(
            ledger=self.ledger,
            seq=Seq(self.seq + 1),
            recorded_at=self.at,
            token=self.by.token,
            kind=self.by.kind,
            command=_UNDECIDED,
            event=event,
        )

    def ahead(self) -> "Course":
        """Another course from here on, to see where something leads."""
        return replace(
            self,
            known=self.axis,
            unfolded=[],
            events=[],
            touched=set(),
            moved=set(),
            is_restless=False,
        )

    def settle(self, *, claim: Claim | None = None) -> None:
        """Decide again what the events so far may have changed; `claim` is what began it."""
        if is_at_rest(self.axis):
            return
        court = Court(around=self.around)
        kept = docket_of(self.axis)
        if kept is not None and kept.apart is not None:
            self.elders = kept.apart, {}
        hearings = Hearings.resumed(self.axis, kept, court)
        for number in range(2 * _ROUNDS_MAX):
            seq = self.seq
            self.is_restless = number >= _ROUNDS_MAX
            self._round(hearings, claim)
            if self.seq == seq:
                break
        self._set_apart(court)
        apart = self.elders[0] if self.elders and not self.elders[1] else None
        docket = hearings.kept(apart=apart)
        if docket is not None:
            keep(self.axis, docket)

    def _set_apart(self, court: Court) -> None:
        """Contest what holds together with something else, whatever comes of its fights.

        A fact is decided by how the axis would be without it, where rows can join that it parts.
        """
        for _ in range(_ROUNDS_MAX):
            beside = [each for each in self.axis.timeline.visible if self._elders(each)]
            if not beside:
                return
            stint = min(beside, key=lambda each: each.fact)
            resolved = heard(self.axis, stint, court, beside=self._elders(stint), by=None)
            self.write(_undecided(resolved))

    def _fold(self) -> None:
        for each in self.unfolded:
            before, after = self.known, folded(self.known, each, mode=self.mode)
            self.known = before.foresee(each, after)
            self.passed.append((before, after))
        self.unfolded.clear()

    def _round(self, hearings: Hearings, claim: Claim | None) -> None:
        stint = self._next_due(hearings, after=Seq(0))
        while stint is not None:
            self._decide(stint, hearings, claim)
            stint = self._next_due(hearings, after=stint.fact)

    def _next_due(self, hearings: Hearings, *, after: Seq) -> Stint | None:
        """The fact to be decided next: in the order of their names, each once in a round."""
        self._catch_up()
        axis = self.axis
        for fact, each in axis.timeline.by_fact.items():
            if fact > after and self._is_due(each):
                is_known = self.touched.isdisjoint(each.seqs) and not each.is_mixed
                if not is_known or not hearings.stands(axis, each):
                    return each
                self.moved -= each.seqs
        return None

    def _elders(self, stint: Stint) -> tuple[Stint, ...]:
        """The earlier facts that it certainly holds together with, and was not weighed with."""
        timeline = self.axis.timeline
        if self.elders is None or self.elders[0] is not timeline:
            none_before = self.elders[0] if self.elders and not self.elders[1] else None
            self.elders = timeline, elders_of(timeline, before=none_before)
        return self.elders[1].get(stint.fact, ())

    def _catch_up(self) -> None:
        """Tell what moved by what was written since."""
        self._fold()
        for before, now in self.passed:
            self.moved |= _moved(before, now)
        self.passed.clear()

    def _decide(self, stint: Stint, hearings: Hearings, claim: Claim | None) -> None:
        is_by_claim = claim is not None and claim.seq in stint.seqs
        by = claim.seq if claim is not None and is_by_claim else None
        resolved = heard(self.axis, stint, hearings.court, by=by)
        if self.is_restless and resolved.verdict in WINS:
            resolved = _undecided(resolved)
        asked = not self.touched.isdisjoint(stint.seqs)
        if asked or stint.is_mixed or _changes(self.axis, stint, resolved):
            self.write(resolved)
        elif stint.status in _HEARD_AGAIN and not self.is_restless:
            hearings.note(self.axis, stint, resolved)
        self._catch_up()
        self.touched -= stint.seqs
        self.moved -= stint.seqs

    def _is_due(self, stint: Stint) -> bool:
        if stint.status in {Status.UNSUPPORTED, Status.INVALIDATED, Status.ERASED}:
            return False
        if not stint.is_visible and refusal_of(self.axis, stint) is not None:
            return False
        match stint.status:
            case Status.CONTESTED | Status.QUARANTINED:
                return True
            case Status.DISPLACED:
                return not self.touched.isdisjoint(stint.seqs) or self._has_lost_its_winner(stint)
            case _:
                return (
                    stint.is_mixed
                    or bool(self._elders(stint))
                    or (not self.moved.isdisjoint(stint.seqs) and self._is_unsettled(stint))
                )

    def _has_lost_its_winner(self, stint: Stint) -> bool:
        """Whether what displaced it has left its axis or moved on it."""
        winners = {
            claim
            for each in self.axis.rulings
            if each.verdict is Verdict.DISPLACES and not stint.seqs.isdisjoint(each.rival)
            for claim in each.newcomer
        }
        rivals = self.axis.timeline.rivals(stint)
        visible = {claim for each in rivals for claim in winners & each.seqs}
        has_moved = not self.is_restless and not self.moved.isdisjoint(visible)
        return not visible or has_moved

    def _is_unsettled(self, stint: Stint) -> bool:
        """Whether it has a fight that was never decided with it as the newcomer."""
        return any(
            not any(_settles(ruling, stint, bout.rival) for ruling in self.axis.rulings)
            for bout in fights_of(self.axis, stint)
        )


def is_at_rest(axis: Axis, *further: LineKey) -> bool:
    """Whether there is nothing to decide: all is shown, and nothing excludes anything else.

    `further` are lines that are shown too.
    """
    lines = {*further, *(each.line for each in axis.claims.values())}
    return (len(lines) <= 1 or not excludes_any(axis.declaration)) and all(
        each.status is Status.ACTIVE for each in axis.claims.values()
    )


def _settles(ruling: Ruling, stint: Stint, rival: Stint) -> bool:
    return ruling.about(stint.seqs, rival.seqs) or (
        ruling.verdict is Verdict.CONTESTED and ruling.about(rival.seqs, stint.seqs)
    )


def _undecided(resolved: DuelResolved) -> DuelResolved:
    """The decision, were the fact in contest with all that it fought."""
    return replace(
        resolved,
        verdict=Verdict.CONTESTED,
        status=Status.CONTESTED,
        fights=tuple(replace(each, verdict=Verdict.CONTESTED) for each in resolved.fights),
        beaten=(),
    )


def _moved(before: Axis, after: Axis) -> set[Seq]:
    """The claims whose fact has other bounds than any that they were part of.

    What only was part of a longer row, and now is a fact of its own, has moved; what joined again
    has not.
    """
    moved: set[Seq] = set()
    was = before.timeline.by_fact
    for each in after.timeline.stints:
        if was.get(each.fact) is each:
            continue
        known = [before.timeline.of(claim).bounds for claim in each.seqs if claim in before.claims]
        if known and each.bounds not in known:
            moved |= each.seqs
    return moved


def refusal_of(axis: Axis, stint: Stint) -> Tombstone | None:
    """The tombstone that keeps a fact from rising to what is shown."""
    if not axis.tombstones:
        return None
    found = (refusing(axis.tombstones, each.refusal, each.stated) for each in stint.counting)
    return next((each for each in found if each is not None), None)


def _changes(axis: Axis, stint: Stint, resolved: DuelResolved) -> bool:
    """Whether a decision differs from what stands."""
    ruled = {
        (each.verdict, frozenset(each.rival))
        for each in axis.timeline.ruled.given(stint.seqs)
        if not each.kept
    }
    found = {(each.verdict, frozenset(each.claims)) for each in resolved.fights}
    if resolved.status is not stint.status or not ruled <= found:
        return True
    if resolved.verdict is Verdict.DISPLACES:
        # Who is shown and has lost before is back.
        return True
    timeline = axis.timeline
    # A contest that the other began, as the newcomer, is one all the same.
    return any(
        verdict is not Verdict.CONTESTED
        or not timeline.are_in_contest(stint, timeline.of(min(claims)))
        for verdict, claims in found - ruled
    )
