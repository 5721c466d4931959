"""The answer to a command, read off its events: the same when given and when repeated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.axes.answers import decided_of, verdict_on
from domain.axes.standing import BEST_FIRST
from domain.duels import rule
from domain.events import (
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    Event,
    FactAsserted,
    FactCorrected,
    FactEnded,
    Invalidated,
    OutcomeReported,
    Recorded,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
    Warned,
)
from domain.payloads import Act, Fight
from domain.words import Seq, Status, Verdict

WARNINGS: Final[Mapping[Warned, str]] = {
    Warned.SECOND_VALUE: (
        "the subject now has two values of this predicate: both stand, since the predicate is not "
        "declared single-valued"
    ),
}

END_WAITS: Final = (
    "the end waits for a person to decide, who has a word on this fact: until then it holds on"
)

SAME_VALUE: Final = "same_value"
NO_RIVAL: Final = "no_rival"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimAnswer:
    """What became of a claim: the fact it carries, where that stands, and why, by which rules.

    `seq` is of the last event about the claim. `review` is what waits for a person where its end is
    not for who said it to decide. `fight` is the one that decided, None where nothing
    was fought: its margin and its terms are the numbers behind the verdict. `echo` is whether who
    said it had been shown the value.
    """

    fact: Seq
    claim: Seq
    seq: Seq
    verdict: Verdict
    status: Status
    rivals: tuple[Seq, ...]
    rule: int
    fight: Fight | None
    reason: str
    warnings: tuple[str, ...]
    echo: bool
    review: Seq | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedAnswer:
    """That a tombstone refused what was asked: `fact` was struck out by the event `tombstone`.

    `seq` is of the event by which the try was counted.
    """

    fact: Seq
    tombstone: Seq
    seq: Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class DecisionAnswer:
    """What became of a fact that was decided on: by the event `seq` it came to stand there.

    `refused` are those beside it that tombstones refuse, of claims that are given back together.
    """

    fact: Seq
    seq: Seq
    status: Status
    refused: tuple[RefusedAnswer, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingAnswer:
    """That a person must decide, and the event that asked for it first.

    `seq` is of the event by which it was asked for now, which may repeat that one.
    """

    review: Seq
    seq: Seq


def claim_answers(recorded: Sequence[Recorded]) -> tuple[ClaimAnswer | RefusedAnswer, ...]:
    """The answers to the claims of a command, in order.

    An act of several of which some were refused has answers for these alone: nothing else of it
    was written.
    """
    return tuple(_claim_answers(recorded))


def decision_answer(
    recorded: Sequence[Recorded],
) -> DecisionAnswer | RefusedAnswer | WaitingAnswer:
    """The answer to a decision on a fact, on claims or on what waits; of several facts, the first.

    TypeError where the events are of another command.
    """
    refused = tuple(_refusals(recorded))
    done = [each for each in recorded if not isinstance(each.event, Refused)]
    if not done:
        return refused[0]
    first, *following = done
    if isinstance(first.event, ReviewRequested):
        return WaitingAnswer(review=_waits(first, first.event), seq=first.seq)
    fact, claims, status = _decided(first.event)
    for each in following:
        status = _status_after(each.event, claims, status)
    return DecisionAnswer(fact=fact, seq=first.seq, status=status, refused=refused)


def _claim_answers(recorded: Sequence[Recorded]) -> Iterator[ClaimAnswer | RefusedAnswer]:
    for each in recorded:
        event = each.event
        match event:
            case Refused(act=Act.CLAIM):
                yield _refused(each, event)
            case FactAsserted():
                yield _answer(each.seq, event, list(decided_of(each.seq, recorded)))
            case _:
                pass


def _refusals(recorded: Sequence[Recorded]) -> Iterator[RefusedAnswer]:
    for each in recorded:
        if isinstance(each.event, Refused):
            yield _refused(each, each.event)


def _refused(recorded: Recorded, event: Refused) -> RefusedAnswer:
    return RefusedAnswer(fact=event.struck, tombstone=event.tombstone, seq=recorded.seq)


def _waits(recorded: Recorded, event: ReviewRequested) -> Seq:
    """Under which seq it waits for a person."""
    return recorded.seq if event.repeats is None else event.repeats


def _answer(claim: Seq, event: FactAsserted, recorded: Sequence[Recorded]) -> ClaimAnswer:
    """The answer to a claim, from its event and those that follow from it."""
    status, last = event.status, claim
    resolved: DuelResolved | None = None
    review: Seq | None = None
    for each in recorded:
        follows = each.event
        status = _status_after(follows, frozenset((claim,)), status)
        if isinstance(follows, DuelResolved) and claim in follows.claims:
            resolved = follows
        if isinstance(follows, ReviewRequested):
            review = _waits(each, follows)
        if each.seq == claim or _is_about(follows, claim):
            last = each.seq
    fight = None if resolved is None else _decisive(resolved)
    return ClaimAnswer(
        fact=event.fact if resolved is None else resolved.newcomer,
        claim=claim,
        seq=last,
        verdict=verdict_on(claim, recorded),
        status=status,
        rivals=() if resolved is None else _rivals(resolved),
        rule=rule.RULE_VERSION if fight is None else fight.judgement.rule,
        fight=fight,
        reason=_reason(event, fight),
        warnings=(
            *(WARNINGS[each] for each in event.warned),
            *((END_WAITS,) if event.withheld else ()),
        ),
        echo=event.shown_at is not None,
        review=review,
    )


def _reason(event: FactAsserted, fight: Fight | None) -> str:
    if fight is not None:
        return fight.judgement.reason.value
    return SAME_VALUE if event.joined else NO_RIVAL


def _rivals(resolved: DuelResolved) -> tuple[Seq, ...]:
    return tuple(dict.fromkeys(each.rival for each in resolved.fights))


def _decisive(resolved: DuelResolved) -> Fight | None:
    """The fight whose verdict stands for all, by the least margin where several have it."""
    order = list(Verdict)
    return min(
        resolved.fights,
        key=lambda each: (order.index(each.judgement.verdict), each.judgement.margin),
        default=None,
    )


def _is_about(event: Event, claim: Seq) -> bool:
    """Whether an event that follows decides of the claim's fact, or asks a person of it."""
    match event:
        case DuelResolved():
            return claim in event.claims or any(claim in each.claims for each in event.fights)
        case ReviewRequested():
            return True
        case _:
            return False


def _status_after(event: Event, claims: frozenset[Seq], status: Status) -> Status:
    """Where a fact with these claims stands after an event that follows."""
    match event:
        case DuelResolved() if not claims.isdisjoint(event.claims):
            return event.status
        case DuelResolved():
            lost = any(
                each.verdict is Verdict.DISPLACES and not claims.isdisjoint(each.claims)
                for each in event.fights
            )
            return Status.DISPLACED if lost else status
        case Invalidated() if not claims.isdisjoint(event.claims):
            return Status.INVALIDATED
        case FactEnded() | FactCorrected() | OutcomeReported() if event.fact in claims:
            return event.status
        case _:
            return status


def _decided(event: Event) -> tuple[Seq, frozenset[Seq], Status]:
    """The fact that a decision was on, its claims as far as they are named, and its status."""
    match event:
        case Invalidated():
            return event.fact, frozenset(event.claims), Status.INVALIDATED
        case Restored():
            return event.fact, frozenset(event.claims), _restored(event)
        case ClaimRetracted() | ClaimReinstated():
            return event.fact, frozenset((event.fact, *event.claims)), event.status
        case FactCorrected() | FactEnded():
            amended = (each.claim for each in event.amended)
            return event.fact, frozenset((event.fact, *amended)), event.status
        case OutcomeReported():
            return event.fact, frozenset((event.fact,)), event.status
        case Reviewed():
            return event.fact, frozenset((event.fact, *event.claims)), event.status
        case _:
            raise TypeError(f"{type(event).__name__} begins no decision")


def _restored(event: Restored) -> Status:
    held = {each.after for each in event.put_back.restandings if each.claim in event.claims}
    return next((each for each in BEST_FIRST if each in held), Status.UNSUPPORTED)
