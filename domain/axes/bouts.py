"""Who fights whom: the visible facts that a newcomer would cut short or certainly overlaps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.axes.standing import Claim
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
    """The fights of a newcomer that none of the other facts has met yet, in order of place.

    It may be among these itself.
    """
    until = _until(newcomer, others)
    found: list[Bout] = []
    for rival in others.rivals(newcomer):
        if not _is_over(rival, newcomer, others):
            found.extend(_met(newcomer, until, rival, others))
    return tuple(found)


def bouts_with(newcomer: Stint, rival: Stint, others: Timeline) -> tuple[Bout, ...]:
    """Those of its fights that are with this visible one of the others."""
    excludes = others.declaration.excludes
    if not excludes(rival.line, newcomer.line) or _is_over(rival, newcomer, others):
        return ()
    return tuple(_met(newcomer, _until(newcomer, others), rival, others))


def is_parted(rival: Stint, newcomer: Stint) -> bool:
    """Whether a newcomer meets others than this fact as it stands: parts of it, or less."""
    return len(rival.counting) < len(rival.claims) or len(_parts(rival, newcomer)) > 1


def bout_of(newcomer: Stint, rival: Stint, declaration: Declaration) -> Bout:
    """The fight of two facts that hold together."""
    is_state = declaration.temporal is Temporal.STATE
    is_within = is_state and comes_after(newcomer, rival)
    return Bout(rival=rival, relation=Relation.OVERLAP if is_within else Relation.CONTRADICTION)


def _met(newcomer: Stint, until: Bound | None, rival: Stint, others: Timeline) -> Iterator[Bout]:
    """The fights with one rival, the newcomer ending at `until`."""
    temporal = others.declaration.temporal
    if others.ruled.are_kept(newcomer.seqs, rival.seqs):
        return
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
    return newcomer.end if newcomer.end is not None else others.end(newcomer)


def _is_over(rival: Stint, newcomer: Stint, others: Timeline) -> bool:
    """Whether the whole of a state ends before the newcomer begins, as on a long axis most do."""
    if others.declaration.temporal is not Temporal.STATE:
        return False
    end = others.end(rival, apart_from=newcomer)
    return (
        end is not None and end.latest <= newcomer.place.earliest and not is_parted(rival, newcomer)
    )


def _overlap(here: Stretch | None, there: Stretch | None) -> bool:
    return here is not None and there is not None and certainly_overlap(here, there)


def _split(rival: Stint, newcomer: Stint, others: Timeline) -> Iterator[Stint]:
    """The row of a fact, split where the newcomer lies; what was taken back fights nobody."""
    parts = _parts(rival, newcomer)
    if len(parts) == 1:
        yield _counting(rival, others)
        return
    for each in parts:
        yield stint_of(each, temporal=others.declaration.temporal)


def _parts(rival: Stint, newcomer: Stint) -> Sequence[Sequence[Claim]]:
    """Its claims that count: those that lie sooner than the newcomer, there, and later."""
    counting = rival.counting
    if len(counting) == 1 or order(counting[-1].place, newcomer.place) is Order.EARLIER:
        # The others lie no later than the last.
        return (counting,)
    sooner = [each for each in counting if lies_sooner(each, newcomer)]
    later = [each for each in counting if lies_later(each, newcomer)]
    there = [each for each in counting if each not in sooner and each not in later]
    return [each for each in (sooner, there, later) if each]


def _counting(rival: Stint, others: Timeline) -> Stint:
    if len(rival.counting) == len(rival.claims):
        return rival
    return stint_of(rival.counting, temporal=others.declaration.temporal)


def _bout(newcomer: Stint, until: Bound | None, rival: Stint, others: Timeline) -> Bout | None:
    """The fight of the two, the newcomer ending at `until`, if there is any."""
    end = others.end(rival, apart_from=newcomer)
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
