"""The fold of an axis: what an event makes of what was known; nothing is decided again."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from domain.axes.axis import Axis
from domain.axes.known import Beat, Request, Retraction
from domain.axes.naming import named_by
from domain.axes.rulings import rulings_after
from domain.axes.standing import Claim, amended, claim_of
from domain.axes.tombstones import Tombstone
from domain.duels.evidence import Report
from domain.duels.voices import voice_of
from domain.events import (
    AxisEvent,
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    FactAsserted,
    FactCorrected,
    FactEnded,
    Foreign,
    Invalidated,
    LedgerOpened,
    OutcomeReported,
    PredicateDeclared,
    Recorded,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
    Said,
)
from domain.identity import IdentityMode
from domain.keys import source_digest
from domain.payloads import Beaten, PutBack, Ruling
from domain.words import ActorKind, Seq, Status, TokenId, Verdict


def folded(axis: Axis, recorded: Recorded, *, mode: IdentityMode) -> Axis:
    """The axis after this event; nothing is decided.

    What was erased changes nothing, and what is said of it later is said of nobody.
    """
    event = recorded.event
    match event:
        case LedgerOpened() | Foreign():
            return axis
        case PredicateDeclared():
            return axis if event.suggested else axis.declared(event.declaration, recorded.seq)
        case _:
            return axis.foreseen(recorded) or _after(axis, recorded, event, mode).resuming(axis)


def _after(axis: Axis, recorded: Recorded, event: AxisEvent, mode: IdentityMode) -> Axis:
    if isinstance(event, FactAsserted) and event.said is not None:
        return _asserted(axis, recorded, event, event.said, mode)
    return _marked(axis, _happened(axis, recorded, event, mode), recorded.seq, event)


def _marked(before: Axis, after: Axis, seq: Seq, event: AxisEvent) -> Axis:
    """The axis after an event, which is the last one of each line that it speaks of."""
    claims = {*named_by(event), seq}
    lines = {
        axis.claims[each].line for axis in (before, after) for each in claims & axis.claims.keys()
    }
    if not lines:
        return after
    return replace(after, changes={**after.changes, **dict.fromkeys(lines, seq)})


def _happened(axis: Axis, recorded: Recorded, event: AxisEvent, mode: IdentityMode) -> Axis:
    match event:
        case FactAsserted():
            return axis
        case DuelResolved():
            return _resolved(axis, recorded, event)
        case FactEnded() | FactCorrected():
            return _amended(axis, recorded, event, mode)
        case Invalidated() | Restored() | ClaimRetracted() | ClaimReinstated():
            return _undone(axis, recorded, event)
        case OutcomeReported() | Refused() | ReviewRequested() | Reviewed():
            return _told(axis, recorded, event, mode)
        case _:
            assert_never(event)


def _undone(
    axis: Axis,
    recorded: Recorded,
    event: Invalidated | Restored | ClaimRetracted | ClaimReinstated,
) -> Axis:
    match event:
        case Invalidated():
            return _invalidated(axis, recorded, event)
        case Restored():
            return _restored(axis, event)
        case ClaimRetracted():
            return _retracted(axis, recorded, event)
        case ClaimReinstated():
            return _reinstated(axis, event)
        case _:
            assert_never(event)


def _told(
    axis: Axis,
    recorded: Recorded,
    event: OutcomeReported | Refused | ReviewRequested | Reviewed,
    mode: IdentityMode,
) -> Axis:
    match event:
        case OutcomeReported():
            return _reported(axis, recorded, event, mode)
        case Refused():
            return _refused(axis, recorded.token, event)
        case ReviewRequested():
            return _requested(axis, recorded, event)
        case Reviewed():
            return _reviewed(axis, recorded.seq, event)
        case _:
            assert_never(event)


def _with(axis: Axis, changed: Iterable[Claim]) -> dict[Seq, Claim]:
    return {**axis.claims, **{each.seq: each for each in changed}}


def _known(axis: Axis, seqs: Iterable[Seq]) -> Iterable[Claim]:
    return (axis.claims[each] for each in seqs if each in axis.claims)


def _standing(axis: Axis, seqs: Iterable[Seq], status: Status) -> dict[Seq, Claim]:
    return _with(axis, (replace(each, status=status) for each in _known(axis, seqs)))


def _put_back(axis: Axis, put_back: PutBack) -> Axis:
    after = {each.claim: each.after for each in put_back.restandings}
    claims = (replace(each, status=after[each.seq]) for each in _known(axis, after))
    left = (each for each in axis.rulings if each not in put_back.given_up)
    given = (each for each in put_back.given if not axis.claims.keys().isdisjoint(each.newcomer))
    return replace(axis, claims=_with(axis, claims), rulings=(*left, *given))


def _asserted(
    axis: Axis, recorded: Recorded, event: FactAsserted, said: Said, mode: IdentityMode
) -> Axis:
    """The axis with one claim more, marked in the same go: no other claim came to lie elsewhere."""
    like = None if event.like is None else axis.claims.get(event.like)
    claim = claim_of(recorded, event, said, like=like, mode=mode)
    counts_as_amended = event.like in axis.amended_by_people
    lines = [claim.line, *(each.line for each in _known(axis, event.joined))]
    return replace(
        axis,
        claims={**axis.claims, claim.seq: claim},
        amended_by_people=axis.amended_by_people | ({claim.seq} if counts_as_amended else set()),
        rulings=_joined(axis, event.joined, claim.seq) if axis.rulings else (),
        changes={**axis.changes, **dict.fromkeys(lines, recorded.seq)},
    )


def _joined(axis: Axis, facts: Iterable[Seq], seq: Seq) -> tuple[Ruling, ...]:
    """The rulings, where a claim came to carry these facts too."""
    stints = (axis.timeline.of(each.seq) for each in _known(axis, facts))
    joined = frozenset[Seq]().union(*(each.seqs for each in stints))
    return tuple(
        each
        if joined.isdisjoint(each.newcomer) and joined.isdisjoint(each.rival)
        else replace(
            each,
            newcomer=_on_side(each.newcomer, joined, seq),
            rival=_on_side(each.rival, joined, seq),
        )
        for each in axis.rulings
    )


def _on_side(side: tuple[Seq, ...], joined: frozenset[Seq], seq: Seq) -> tuple[Seq, ...]:
    return side if joined.isdisjoint(side) else (*side, seq)


def _refused(axis: Axis, token: TokenId, event: Refused) -> Axis:
    return replace(
        axis,
        tombstones=tuple(
            each.tried_by(token) if each.seq == event.tombstone else each
            for each in axis.tombstones
        ),
    )


def _requested(axis: Axis, recorded: Recorded, event: ReviewRequested) -> Axis:
    if event.fact not in axis.claims or event.repeats is not None:
        return axis
    request = Request(
        seq=recorded.seq,
        fact=event.fact,
        wish=event.wish,
        asked=event.asked,
        token=recorded.token,
        kind=recorded.kind,
        recorded_at=recorded.recorded_at,
    )
    return replace(axis, waiting=(*axis.waiting, request))


def _reported(axis: Axis, recorded: Recorded, event: OutcomeReported, mode: IdentityMode) -> Axis:
    if event.fact not in axis.claims:
        return axis
    named = None if event.source is None else source_digest(event.source, mode=mode)
    report = Report(
        voice=voice_of(token=recorded.token, kind=recorded.kind, named_source=named),
        by=recorded.kind,
        signal=event.signal,
        success=event.success,
        seq=recorded.seq,
    )
    return replace(axis, reports=(*axis.reports, (event.fact, report)))


def _resolved(axis: Axis, recorded: Recorded, event: DuelResolved) -> Axis:
    if axis.claims.keys().isdisjoint(event.claims):
        return axis
    displaced = (
        claim for each in event.fights if each.verdict is Verdict.DISPLACES for claim in each.claims
    )
    standing = replace(axis, claims=_standing(axis, event.claims, event.status))
    return replace(
        axis,
        claims=_standing(standing, displaced, Status.DISPLACED),
        rulings=rulings_after(axis.rulings, event, recorded.seq),
        beats=(*axis.beats, *_beats(axis, recorded, event.beaten)),
    )


def _beats(axis: Axis, recorded: Recorded, beaten: Iterable[Beaten]) -> Iterable[Beat]:
    for each in beaten:
        for rival in _known(axis, [each.rival]):
            said = [claim for claim in axis.claims.values() if claim.line == rival.line]
            voices = {claim.voice.id for claim in said if not claim.retracted}
            by = None if each.by is None else axis.claims.get(each.by)
            yield Beat(
                decided=recorded.seq,
                line=rival.line,
                at=recorded.recorded_at if by is None else by.observed_at,
                voices=tuple(sorted(voices)),
            )


def _invalidated(axis: Axis, recorded: Recorded, event: Invalidated) -> Axis:
    struck = tuple(_known(axis, event.claims))
    if event.fact not in axis.claims:
        return axis
    tombstone = Tombstone(
        seq=recorded.seq,
        fact=event.fact,
        kind=event.kind,
        words=axis.claims[event.fact].words,
        refusals=tuple(sorted({each.refusal for each in struck})),
        stated=tuple(
            dict.fromkeys(bounds for each in struck for bounds in (each.said, each.stated))
        ),
        claims=event.claims,
        restandings=event.restandings,
        consequences=event.consequences,
        reason=event.reason,
        token=recorded.token,
        recorded_at=recorded.recorded_at,
    )
    dead = (replace(each, status=Status.INVALIDATED, invalidated=recorded.seq) for each in struck)
    return replace(axis, claims=_with(axis, dead), tombstones=(*axis.tombstones, tombstone))


def _restored(axis: Axis, event: Restored) -> Axis:
    back = (replace(each, invalidated=None) for each in _known(axis, event.claims))
    lifted = replace(
        axis,
        claims=_with(axis, back),
        tombstones=tuple(each for each in axis.tombstones if each.seq != event.tombstone),
    )
    return _put_back(lifted, event.put_back)


def _retracted(axis: Axis, recorded: Recorded, event: ClaimRetracted) -> Axis:
    taken = tuple(replace(each, retracted=True) for each in _known(axis, event.claims))
    if not taken:
        return axis
    claims = tuple(sorted(each.seq for each in taken))
    retraction = Retraction(
        seq=recorded.seq,
        token=recorded.token,
        claims=claims,
        consequences=event.consequences,
    )
    return replace(axis, claims=_with(axis, taken), retractions=(*axis.retractions, retraction))


def _reinstated(axis: Axis, event: ClaimReinstated) -> Axis:
    back = frozenset(event.claims)
    left = (
        replace(each, claims=tuple(claim for claim in each.claims if claim not in back))
        for each in axis.retractions
    )
    claims = (replace(each, retracted=False) for each in _known(axis, back))
    again = replace(
        axis,
        claims=_with(axis, claims),
        retractions=tuple(each for each in left if each.claims),
    )
    return _put_back(again, event.put_back)


def _amended(
    axis: Axis, recorded: Recorded, event: FactEnded | FactCorrected, mode: IdentityMode
) -> Axis:
    changed = {
        each.claim: amended(
            axis.claims[each.claim], each, event.correction, seq=recorded.seq, mode=mode
        )
        for each in event.amended
        if each.claim in axis.claims
    }
    by_a_person = recorded.kind is ActorKind.HUMAN
    return replace(
        axis,
        claims=_with(axis, changed.values()),
        amended_by_people=axis.amended_by_people | (changed.keys() if by_a_person else set()),
    )


def _reviewed(axis: Axis, seq: Seq, event: Reviewed) -> Axis:
    displaced = (
        claim
        for each in event.settled
        if each.verdict is Verdict.DISPLACES
        for claim in each.claims
    )
    standing = replace(axis, claims=_standing(axis, event.claims, event.status))
    return replace(
        axis,
        claims=_standing(standing, displaced, Status.DISPLACED),
        rulings=rulings_after(axis.rulings, event, seq) if event.settled else axis.rulings,
        confirmed=axis.confirmed | frozenset(event.confirmed),
        waiting=tuple(each for each in axis.waiting if each.seq != event.item),
    )
