"""Who fights whom: the visible facts that a newcomer would cut short or certainly overlaps."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.axes.stints import Stint, comes_after, lies_later, lies_sooner, on_world, stint_of
from domain.axes.timeline import Timeline
from domain.duels.duel import Relation
from domain.predicates import Declaration, Temporal
from domain.worldtime.bounds import Bound, Order, Stretch, certainly_overlap, order


@dataclass(frozen=True, kw_only=True, slots=True)
class Bout:
    """A fact that a newcomer has to fight, or its part on one side of it, and how they meet."""

    rival: Stint
    relation: Relation


def bouts_of(newcomer: Stint, others: Timeline) -> tuple[Bout, ...]:
    """The fights of a newcomer that none of the other facts has met yet, in order of place."""
    return tuple(_bouts(newcomer, others))


def bout_of(newcomer: Stint, rival: Stint, declaration: Declaration) -> Bout:
    """The fight of two facts that hold together."""
    is_state = declaration.temporal is Temporal.STATE
    is_within = is_state and comes_after(newcomer, rival)
    return Bout(rival=rival, relation=Relation.OVERLAP if is_within else Relation.CONTRADICTION)


def _bouts(newcomer: Stint, others: Timeline) -> Iterator[Bout]:
    temporal = others.declaration.temporal
    until = _until(newcomer, others)
    for rival in others.rivals(newcomer):
        if others.ruled.are_kept(newcomer.seqs, rival.seqs):
            continue
        match temporal:
            case Temporal.CONSTANT:
                yield Bout(rival=rival, relation=Relation.CONTRADICTION)
            case Temporal.EVENT:
                if _overlap(others.stretch(newcomer), others.stretch(rival)):
                    yield Bout(rival=rival, relation=Relation.CONTRADICTION)
            case Temporal.STATE:
                for piece in _split(rival, newcomer, others):
                    # Where the newcomer parts a row, each part ends by itself.
                    bout = _bout(newcomer, until, piece, others)
                    if bout is not None:
                        yield bout


def _until(newcomer: Stint, others: Timeline) -> Bound | None:
    """Where the newcomer would end; what it is in contest with does not cut it."""
    if others.declaration.temporal is not Temporal.STATE or newcomer.end is not None:
        return newcomer.end
    return next(
        (
            each.place
            for each in others.rivals(newcomer)
            if each.end is None
            and comes_after(each, newcomer)
            and not others.are_in_contest(newcomer, each)
        ),
        None,
    )


def _overlap(here: Stretch | None, there: Stretch | None) -> bool:
    return here is not None and there is not None and certainly_overlap(here, there)


def _split(rival: Stint, newcomer: Stint, others: Timeline) -> Iterator[Stint]:
    """The row of a fact, split where the newcomer lies; what was taken back fights nobody."""
    last = rival.counting[-1]
    if len(rival.counting) == 1 or order(last.place, newcomer.place) is Order.EARLIER:
        # The others lie no later than the last.
        yield _counting(rival, others)
        return
    sooner = [each for each in rival.counting if lies_sooner(each, newcomer)]
    later = [each for each in rival.counting if lies_later(each, newcomer)]
    there = [each for each in rival.counting if each not in sooner and each not in later]
    for each in (sooner, there, later):
        if each:
            yield stint_of(each, temporal=others.declaration.temporal)


def _counting(rival: Stint, others: Timeline) -> Stint:
    if len(rival.counting) == len(rival.claims):
        return rival
    return stint_of(rival.counting, temporal=others.declaration.temporal)


def _bout(newcomer: Stint, until: Bound | None, rival: Stint, others: Timeline) -> Bout | None:
    """The fight of the two, the newcomer ending at `until`, if there is any."""
    end = others.end(rival)
    if _is_apart(newcomer, rival, end):
        return None
    follows = comes_after(newcomer, rival)
    if follows and newcomer.end is None and rival.end is None:
        # It would cut the other short, unless that has ended there already.
        if end is not None and order(newcomer.place, end) is not Order.EARLIER:
            return None
        return Bout(rival=rival, relation=Relation.SUCCESSION)
    here, there = on_world(newcomer.place, until), on_world(rival.place, end)
    if not _overlap(here, there):
        return None
    if follows and rival.end is None:
        return Bout(rival=rival, relation=Relation.SUCCESSION)
    return Bout(rival=rival, relation=Relation.OVERLAP if follows else Relation.CONTRADICTION)


def _is_apart(newcomer: Stint, rival: Stint, end: Bound | None) -> bool:
    """Whether a rival that ends there is over before the newcomer begins, or begins behind it.

    On a long axis nearly all of them do.
    """
    if end is not None and end.latest <= newcomer.place.earliest:
        return True
    return comes_after(rival, newcomer) and (
        newcomer.end is None or rival.place.earliest >= newcomer.end.latest
    )
