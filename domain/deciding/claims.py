"""Taking claims back and letting them count again: one, or all of a source."""

from collections.abc import Iterator, Sequence

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
from domain.words import Seq


def on_claims(stage: Stage, command: OnClaims) -> Decision:
    """What becomes of claims that are taken back or given back."""
    match command:
        case RetractClaim() | ReinstateClaim():
            return _on_one(stage, command)
        case RetractSource() | ReinstateSource():
            return _on_all(stage, command)


def _on_one(stage: Stage, command: RetractClaim | ReinstateClaim) -> Decision:
    axis = stage.state.holding(command.claim)
    if axis is None:
        return Unknown(detail="there is no such claim in this ledger")
    events = stage.ask(axis, _asked(command, (command.claim,)))
    if isinstance(events, DeclinedOnAxis):
        return declined(events)
    return Decided(events=tuple(events))


def _on_all(stage: Stage, command: RetractSource | ReinstateSource) -> Decision:
    """Axis after axis, those with the smallest lines first."""
    key = source_digest(command.source, mode=stage.rules.identity)
    if key in stage.state.too_many:
        return Declined(refusals=(_TOO_MANY,))
    is_known = False
    for place in _places(stage):
        axis = stage.state.axes[place]
        claims = tuple(_of_source(stage, axis, key))
        is_known = is_known or bool(claims)
        if claims:
            events = stage.ask(axis, _asked(command, claims))
            if not isinstance(events, DeclinedOnAxis):
                stage.write(events)
    if not is_known:
        return Unknown(detail="nobody claims anything by this source in this ledger")
    if not stage.events:
        return Forestalled(detail="it stands so already")
    return Decided(events=tuple(stage.events))


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


_TOO_MANY = Refusal(
    code="too_many",
    field="source",
    detail=f"its claims lie on more than {AXES_MAX} axes, which can't be decided again at once: "
    "take them back one by one",
)
