"""Which claims an event names, by which the axis is found that it happens on."""

from collections.abc import Iterable
from typing import assert_never

from domain.events import (
    AxisEvent,
    ClaimReinstated,
    ClaimRetracted,
    DuelResolved,
    FactAsserted,
    FactCorrected,
    FactEnded,
    Invalidated,
    OutcomeReported,
    Refused,
    Restored,
    Reviewed,
    ReviewRequested,
)
from domain.payloads import Consequences, PutBack
from domain.words import Seq


def named_by(event: AxisEvent) -> frozenset[Seq]:
    """The claims whose standing, bounds or support the event speaks of, apart from its own seq.

    What was refused and what a person is asked for changes none: there are no claims of it here.
    """
    match event:
        case FactAsserted():
            claims = event.joined
        case Refused() | ReviewRequested():
            claims = ()
        case DuelResolved():
            claims = (*event.claims, *_flat(each.claims for each in event.fights))
        case Reviewed():
            claims = (*event.claims, *_flat(each.claims for each in event.settled))
        case Invalidated() | ClaimRetracted():
            claims = (*event.claims, *_stood(event.consequences))
        case Restored() | ClaimReinstated():
            claims = (*event.claims, *_stood(event.put_back))
        case FactCorrected() | FactEnded():
            claims = tuple(each.claim for each in event.amended)
        case OutcomeReported():
            claims = (event.fact,)
        case _:
            assert_never(event)
    return frozenset(claims)


def _stood(followed: Consequences | PutBack) -> tuple[Seq, ...]:
    rulings = (*followed.given_up, *followed.given)
    return (
        *(each.claim for each in followed.restandings),
        *_flat((*each.newcomer, *each.rival) for each in rulings),
    )


def _flat(claims: Iterable[tuple[Seq, ...]]) -> tuple[Seq, ...]:
    return tuple(claim for each in claims for claim in each)
