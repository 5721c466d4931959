"""An axis and those that share facts with it, as a slice of a ledger: what stands, and the fold.

A predicate whose subjects and objects both exclude each other has facts on two axes; a slice then
covers both, and every axis that their facts lie on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from domain.axes.events import (
    AxisEvent,
    Beat,
    ClaimMade,
    ClaimRefused,
    ClaimReinstated,
    ClaimRetracted,
    Consequences,
    Decided,
    DuelResolved,
    FactCorrected,
    FactEnded,
    Invalidated,
    OutcomeReported,
    PredicateDeclared,
    PutBack,
    Restored,
    ReviewDecided,
    ReviewRequested,
    Told,
    Undone,
)
from domain.axes.rows import stints_of
from domain.axes.standing import Claim, Ruling
from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.axes.tombstones import Tombstone
from domain.duels.duel import Relation
from domain.duels.evidence import Report
from domain.predicates import UNDECLARED, Declaration
from domain.words import Seq, Status, Verdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Retraction:
    """Claims that were taken back together, and what had followed for others."""

    seq: Seq
    claims: tuple[Seq, ...]
    consequences: Consequences


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """What is known of an axis; its timeline is derived, and never kept.

    `claims` are by their seqs. `reports` and `confirmed` (by a person, in a review) name a claim of
    the fact that they are about; `beats` come with the decision that each is of; `waiting` are the
    requests that a person must decide. `changed` is the last event that changed more than these.
    """

    declaration: Declaration = UNDECLARED
    claims: Mapping[Seq, Claim] = field(default_factory=dict[Seq, Claim])
    rulings: tuple[Ruling, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    retractions: tuple[Retraction, ...] = ()
    reports: tuple[tuple[Seq, Report], ...] = ()
    confirmed: frozenset[Seq] = frozenset()
    beats: tuple[tuple[Seq, Beat], ...] = ()
    waiting: tuple[tuple[Seq, ReviewRequested], ...] = ()
    changed: Seq = Seq(0)
    timeline: Timeline = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "timeline", self._timeline(self.claims.values()))

    def without(self, stint: Stint) -> Timeline:
        """The timeline were it not for the claims of this fact."""
        return self._timeline(each for each in self.claims.values() if each.seq not in stint.seqs)

    def after(self, seq: Seq, event: AxisEvent) -> "Axis":
        """The axis after this event, which is recorded at this position; nothing is decided."""
        match event:
            case ClaimRefused():
                return _refused(self, event)
            case ReviewRequested():
                return replace(self, waiting=(*self.waiting, (seq, event)))
            case ClaimMade() | DuelResolved() | ReviewDecided():
                return replace(_decided(self, seq, event), changed=seq)
            case Invalidated() | Restored() | ClaimRetracted() | ClaimReinstated():
                return replace(_undone(self, seq, event), changed=seq)
            case FactEnded() | FactCorrected() | OutcomeReported() | PredicateDeclared():
                return replace(_told(self, seq, event), changed=seq)
            case _:
                assert_never(event)

    def _timeline(self, claims: Iterable[Claim]) -> Timeline:
        stints = stints_of(claims, self.rulings, declaration=self.declaration)
        return Timeline(declaration=self.declaration, stints=stints, rulings=self.rulings)


def _decided(axis: Axis, seq: Seq, event: Decided) -> Axis:
    match event:
        case ClaimMade():
            return _made(axis, seq, event)
        case DuelResolved():
            return _resolved(axis, seq, event)
        case ReviewDecided():
            return _reviewed(axis, seq, event)
        case _:
            assert_never(event)


def _undone(axis: Axis, seq: Seq, event: Undone) -> Axis:
    match event:
        case Invalidated():
            return _invalidated(axis, seq, event)
        case Restored():
            return _restored(axis, event)
        case ClaimRetracted():
            return _retracted(axis, seq, event)
        case ClaimReinstated():
            return _reinstated(axis, event)
        case _:
            assert_never(event)


def _told(axis: Axis, seq: Seq, event: Told) -> Axis:
    match event:
        case FactEnded() | FactCorrected():
            return _amended(axis, seq, event)
        case OutcomeReported():
            return replace(axis, reports=(*axis.reports, (event.fact, event.report)))
        case PredicateDeclared():
            return replace(axis, declaration=event.declaration)
        case _:
            assert_never(event)


def _with(axis: Axis, changed: Iterable[Claim]) -> dict[Seq, Claim]:
    return {**axis.claims, **{each.seq: each for each in changed}}


def _standing(axis: Axis, seqs: Iterable[Seq], status: Status) -> dict[Seq, Claim]:
    return _with(axis, (replace(axis.claims[seq], status=status) for seq in seqs))


def _put_back(axis: Axis, put_back: PutBack) -> Axis:
    claims = (replace(axis.claims[each.claim], status=each.after) for each in put_back.restandings)
    left = (each for each in axis.rulings if each not in put_back.given_up)
    return replace(axis, claims=_with(axis, claims), rulings=(*left, *put_back.given))


def _made(axis: Axis, seq: Seq, event: ClaimMade) -> Axis:
    claim = Claim(
        seq=seq,
        line=event.line,
        stated=event.stated,
        refusal=event.refusal,
        said_line=event.said_line,
        said=event.said,
        voice=event.voice,
        observed_at=event.observed_at,
        echo=event.echo,
        confirms=event.confirms,
        status=event.status,
        amended=event.amended,
    )
    joined = frozenset[Seq]().union(*(axis.timeline.of(each).seqs for each in event.joined))
    rulings = tuple(
        replace(
            each,
            newcomer=_joined(each.newcomer, joined, seq),
            rival=_joined(each.rival, joined, seq),
        )
        for each in axis.rulings
    )
    return replace(axis, claims=_with(axis, [claim]), rulings=rulings)


def _joined(side: tuple[Seq, ...], joined: frozenset[Seq], seq: Seq) -> tuple[Seq, ...]:
    return side if joined.isdisjoint(side) else (*side, seq)


def _refused(axis: Axis, event: ClaimRefused) -> Axis:
    return replace(
        axis,
        tombstones=tuple(
            each.tried_by(event.token) if each.seq == event.tombstone else each
            for each in axis.tombstones
        ),
    )


def _resolved(axis: Axis, seq: Seq, event: DuelResolved) -> Axis:
    claims = _standing(axis, event.claims, event.status)
    lost = frozenset(
        claim
        for fight in event.fights
        if fight.verdict in {Verdict.SUPERSEDES, Verdict.DISPLACES}
        for claim in fight.claims
    )
    ruled = tuple(
        Ruling(
            verdict=fight.verdict,
            newcomer=event.claims,
            rival=fight.claims,
            decided=seq,
            trims=fight.relation is Relation.OVERLAP and fight.verdict is Verdict.SUPERSEDES,
        )
        for fight in event.fights
    )
    displaced = [
        replace(claims[claim], status=Status.DISPLACED)
        for fight in event.fights
        if fight.verdict is Verdict.DISPLACES
        for claim in fight.claims
    ]
    return replace(
        axis,
        claims={**claims, **{each.seq: each for each in displaced}},
        rulings=(*_outlasting(axis.rulings, frozenset(event.claims), lost), *ruled),
        beats=(*axis.beats, *((seq, each) for each in event.beats)),
    )


def _outlasting(
    rulings: Iterable[Ruling], decided: frozenset[Seq], lost: frozenset[Seq]
) -> Iterable[Ruling]:
    """The rulings that still hold once a newcomer was decided, and beat those that lost."""
    for each in rulings:
        gone: frozenset[Seq] = frozenset()
        if not each.kept:
            gone |= decided
            if each.verdict in {Verdict.CONTESTED, Verdict.QUARANTINED} and not (
                decided.isdisjoint(each.rival)
            ):
                gone |= lost
        newcomer = tuple(claim for claim in each.newcomer if claim not in gone)
        if newcomer:
            yield replace(each, newcomer=newcomer)


def _invalidated(axis: Axis, seq: Seq, event: Invalidated) -> Axis:
    struck = (
        replace(axis.claims[claim], status=Status.INVALIDATED, invalidated=seq)
        for claim in event.claims
    )
    tombstone = Tombstone(
        seq=seq,
        fact=event.fact,
        kind=event.kind,
        refusals=event.refusals,
        stated=event.stated,
        claims=event.claims,
        restandings=event.restandings,
        consequences=event.consequences,
    )
    return replace(axis, claims=_with(axis, struck), tombstones=(*axis.tombstones, tombstone))


def _restored(axis: Axis, event: Restored) -> Axis:
    lifted = replace(
        axis,
        claims=_with(
            axis, (replace(axis.claims[claim], invalidated=None) for claim in event.claims)
        ),
        tombstones=tuple(each for each in axis.tombstones if each.seq != event.tombstone),
    )
    return _put_back(lifted, event.put_back)


def _retracted(axis: Axis, seq: Seq, event: ClaimRetracted) -> Axis:
    retraction = Retraction(seq=seq, claims=event.claims, consequences=event.consequences)
    taken = (replace(axis.claims[claim], retracted=True) for claim in event.claims)
    return replace(axis, claims=_with(axis, taken), retractions=(*axis.retractions, retraction))


def _reinstated(axis: Axis, event: ClaimReinstated) -> Axis:
    back = frozenset(event.claims)
    left = (
        replace(each, claims=tuple(claim for claim in each.claims if claim not in back))
        for each in axis.retractions
    )
    again = replace(
        axis,
        claims=_with(
            axis, (replace(axis.claims[claim], retracted=False) for claim in event.claims)
        ),
        retractions=tuple(each for each in left if each.claims),
    )
    return _put_back(again, event.put_back)


def _amended(axis: Axis, seq: Seq, event: FactEnded | FactCorrected) -> Axis:
    amended = (
        replace(
            axis.claims[each.claim],
            line=each.line,
            refusal=each.refusal,
            stated=each.stated,
            amended=seq,
        )
        for each in event.amended
    )
    return replace(axis, claims=_with(axis, amended))


def _reviewed(axis: Axis, seq: Seq, event: ReviewDecided) -> Axis:
    claims = _standing(axis, event.claims, event.status)
    displaced = [
        replace(claims[claim], status=Status.DISPLACED)
        for each in event.settled
        if each.verdict is Verdict.DISPLACES
        for claim in each.claims
    ]
    settled = tuple(
        Ruling(
            verdict=each.verdict,
            newcomer=event.claims,
            rival=each.claims,
            decided=seq,
            trims=each.trims,
            kept=each.verdict is Verdict.CONTESTED,
        )
        for each in event.settled
    )
    lost = frozenset(claim for each in event.settled for claim in each.claims)
    decided = frozenset(event.claims)
    return replace(
        axis,
        claims={**claims, **{each.seq: each for each in displaced}},
        rulings=(*_outlasting(axis.rulings, decided, lost), *settled) if settled else axis.rulings,
        confirmed=axis.confirmed | frozenset(event.confirmed),
        waiting=tuple(each for each in axis.waiting if each[1].fact not in decided),
    )
