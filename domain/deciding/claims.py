"""Taking claims back and letting them count again: one, or all of a source."""

from collections.abc import Iterator, Mapping, Sequence

from domain.axes.answers import Declined as DeclinedOnAxis
from domain.axes.axis import Axis
from domain.axes.commands import Reinstate, Retract
from domain.commands import (
    OnClaims,
    ReinstateClaim,
    ReinstateSource,
    RetractClaim,
    RetractSource,
)
from domain.deciding.decision import (
    Barred,
    Decided,
    Decision,
    Declined,
    Forestalled,
    Unknown,
    declined,
)
from domain.deciding.stage import Stage
from domain.keys import source_digest
from domain.refusals import Refusal
from domain.wanting import AXES_MAX
from domain.words import ActorKind, Seq, TokenId


def on_claims(stage: Stage, command: OnClaims, *, may_review: bool) -> Decision:
    """What becomes of claims that are taken back or given back.

    Who may not review does so with claims of their own, and gives back what they took themselves;
    with a source, as the system that alone speaks for it.
    """
    match command:
        case RetractClaim() | ReinstateClaim():
            return _on_one(stage, command, may_review=may_review)
        case RetractSource() | ReinstateSource():
            return _on_all(stage, command, may_review=may_review)


def _on_one(stage: Stage, command: RetractClaim | ReinstateClaim, *, may_review: bool) -> Decision:
    axis = stage.state.holding(command.claim)
    if axis is None:
        return Unknown(detail="there is no such claim in this ledger")
    if not may_review and not _is_own(stage, axis, command.claim):
        return Barred(detail="this claim is another's: only they or a reviewer decide on it")
    if not may_review and _was_taken(axis, command.claim, by_others_than=stage.actor.token):
        return _TAKEN_BY_ANOTHER
    events = stage.ask(axis, _asked(command, (command.claim,)))
    if isinstance(events, DeclinedOnAxis):
        return declined(events)
    return Decided(events=tuple(events))


def _on_all(
    stage: Stage, command: RetractSource | ReinstateSource, *, may_review: bool
) -> Decision:
    """Axis after axis, those with the smallest lines first."""
    key = source_digest(command.source, mode=stage.rules.identity)
    if key in stage.state.too_many:
        return Declined(refusals=(_TOO_MANY,))
    found = {
        place: claims
        for place in _places(stage)
        if (claims := tuple(_of_source(stage, stage.state.axes[place], key)))
    }
    if not found:
        return Unknown(detail="nobody claims anything by this source in this ledger")
    if not may_review and not _speaks_alone(stage, found):
        return Barred(detail="only the system that alone speaks for it, or a reviewer, decides")
    if not may_review:
        found = _left_to(stage, found)
        if not found:
            return _TAKEN_BY_ANOTHER
    for place, claims in found.items():
        events = stage.ask(stage.state.axes[place], _asked(command, claims))
        if not isinstance(events, DeclinedOnAxis):
            stage.write(events)
    if not stage.events:
        return Forestalled(detail="it stands so already")
    return Decided(events=tuple(stage.events))


def _is_own(stage: Stage, axis: Axis, claim: Seq) -> bool:
    return axis.claims[claim].token == stage.actor.token


def _speaks_alone(stage: Stage, found: Mapping[int, Sequence[Seq]]) -> bool:
    """Whether the actor is a system that said all of these, on the axes at these places."""
    return stage.actor.kind is ActorKind.SYSTEM and all(
        _is_own(stage, stage.state.axes[place], each)
        for place, claims in found.items()
        for each in claims
    )


def _left_to(stage: Stage, found: Mapping[int, tuple[Seq, ...]]) -> dict[int, tuple[Seq, ...]]:
    """What of these claims was not taken back by anybody but the actor."""
    left = {
        place: tuple(
            each
            for each in claims
            if not _was_taken(stage.state.axes[place], each, by_others_than=stage.actor.token)
        )
        for place, claims in found.items()
    }
    return {place: claims for place, claims in left.items() if claims}


def _was_taken(axis: Axis, claim: Seq, *, by_others_than: TokenId) -> bool:
    """Whether somebody else took a claim back, which stays for a reviewer then."""
    return any(claim in each.claims and each.token != by_others_than for each in axis.retractions)


def _places(stage: Stage) -> Sequence[int]:
    smallest = dict[int, object]()
    for line, place in sorted(stage.state.places.items()):
        smallest.setdefault(place, line)
    return list(smallest)


def _of_source(stage: Stage, axis: Axis, key: bytes) -> Iterator[Seq]:
    mode = stage.rules.identity
    return (
        seq for seq, each in axis.claims.items() if source_digest(each.source, mode=mode) == key
    )


def _asked(command: OnClaims, claims: tuple[Seq, ...]) -> Retract | Reinstate:
    if isinstance(command, RetractClaim | RetractSource):
        return Retract(claims=claims, reason=command.reason)
    return Reinstate(claims=claims, reason=command.reason)


_TAKEN_BY_ANOTHER = Barred(detail="somebody else took it back: only a reviewer lets it count again")

_TOO_MANY = Refusal(
    code="too_many",
    field="source",
    detail=f"its claims lie on more than {AXES_MAX} axes, which can't be decided again at once: "
    "take them back one by one",
)
