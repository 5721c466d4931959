"""What waits for a person: facts that are contested or quarantined, and what agents wished for."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.axes.known import Request
from domain.payloads import Asked
from domain.reading import as_doc
from domain.shaping import written
from domain.words import Seq, Status
from projections.comparison import Comparison, Gone, Key, differing
from projections.rows import ReviewRow
from projections.sides import Side
from projections.step import Since

WAITING: Final = frozenset({Status.CONTESTED, Status.QUARANTINED})
"""How facts stand that a person has to decide."""


def rows(found: Comparison) -> Iterator[ReviewRow | Gone]:
    """A row for every wish, and for every fact that came to wait, or waits otherwise."""
    before, after = _waiting(found.before), _waiting(found.after)
    yield from (Gone((fact,)) for fact in before if fact not in after)
    for fact, status in after.items():
        if before.get(fact) is not status:
            yield _undecided(fact, status, found.last)
    yield from differing(_wished(found.before), _wished(found.after))


def _waiting(side: Side) -> Mapping[Seq, Status]:
    return {
        fact: each.stint.status for fact, each in side.facts.items() if each.stint.status in WAITING
    }


def _undecided(fact: Seq, status: Status, since: Since) -> ReviewRow:
    return ReviewRow(
        seq=fact,
        fact=fact,
        kind=status.value,
        token=None,
        since=since.seq,
        at=since.at,
        asked=None,
    )


def _wished(side: Side) -> Mapping[Key, ReviewRow]:
    return {(each.seq,): _wish(each, side) for axis in side.axes for each in axis.waiting}


def _wish(request: Request, side: Side) -> ReviewRow:
    """The row of a wish, under the fact that its claims carry now."""
    fact = side.fact_of(request.fact)
    return ReviewRow(
        seq=request.seq,
        fact=request.fact if fact is None else fact,
        kind=request.wish.value,
        token=request.token,
        since=request.seq,
        at=request.recorded_at,
        asked=None if request.asked is None else as_doc(written(request.asked, Asked)),
    )
