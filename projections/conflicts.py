"""The visible facts that are in contest, and the decision that left each two of them so."""

from collections.abc import Iterable, Iterator, Mapping

from domain.axes.axis import Axis
from domain.axes.ruled import apart
from domain.axes.rulings import RULING_ORDER
from domain.axes.stints import Stint
from domain.words import Seq, Verdict
from projections.comparison import Comparison, Gone, Key, differing
from projections.rows import ConflictRow
from projections.sides import Side

_Pair = tuple[Seq, Seq]
"""Two facts, the earlier one first."""


def rows(found: Comparison) -> Iterator[ConflictRow | Gone]:
    """A row for every two facts that came to be in contest, or were left so by another decision."""
    before, after = found.before, found.after
    if any(map(_has_contests, (*before.axes, *after.axes))):
        pairs = sorted(_moved(before, after) | _ruled(before, after))
        yield from differing(_conflicts(before, pairs), _conflicts(after, pairs))


def _has_contests(axis: Axis) -> bool:
    return axis.timeline.ruled.is_in_contest(axis.claims.keys())


def _moved(before: Side, after: Side) -> set[_Pair]:
    """The pairs of which a fact has come, gone, or other claims, or is declared otherwise."""
    facts = before.facts.keys() | after.facts.keys()
    moved = {fact for fact in facts if _shown(before, fact) != _shown(after, fact)}
    pairs: set[_Pair] = set()
    for side in (before, after):
        for fact, placed in ((each, side.facts.get(each)) for each in moved):
            if placed is not None:
                ruled = placed.axis.timeline.ruled
                pairs |= _paired(side, [fact], ruled.contested_with(placed.stint.seqs))
    return pairs


def _shown(side: Side, fact: Seq) -> object:
    placed = side.facts.get(fact)
    if placed is None:
        return None
    # A late declaration parts or joins axes, and so pairs that a person keeps in contest.
    stint = placed.stint
    return placed.axis.declaration, stint.line, stint.seqs, stint.is_visible


def _ruled(before: Side, after: Side) -> set[_Pair]:
    """The pairs of which something else was decided."""
    pairs: set[_Pair] = set()
    for ruling in apart(before.rulings, after.rulings):
        for side in (before, after):
            newcomers = [side.fact_of(claim) for claim in ruling.newcomer]
            pairs |= _paired(side, newcomers, ruling.rival)
    return pairs


def _paired(side: Side, facts: Iterable[Seq | None], claims: Iterable[Seq]) -> set[_Pair]:
    """These facts with each that carries one of these claims, as far as there are any."""
    others = {side.fact_of(claim) for claim in claims}
    return {
        (min(one, other), max(one, other))
        for one in facts
        for other in others
        if one is not None and other is not None and one != other
    }


def _conflicts(side: Side, pairs: Iterable[_Pair]) -> Mapping[Key, ConflictRow]:
    """The rows of those of these facts that are in contest."""
    found: dict[Key, ConflictRow] = {}
    for one, other in pairs:
        here, there = side.facts.get(one), side.facts.get(other)
        if (
            here
            and there
            and here.axis is there.axis
            and _is_conflict(here.axis, here.stint, there.stint)
        ):
            row = _row(here.axis, here.stint, there.stint)
            found[row.fact, row.rival] = row
    return found


def _is_conflict(axis: Axis, one: Stint, other: Stint) -> bool:
    return one.is_visible and other.is_visible and axis.timeline.are_in_contest(one, other)


def _row(axis: Axis, one: Stint, other: Stint) -> ConflictRow:
    """Each pair has one row: who was decided last as a newcomer is one in it."""
    ruling, newcomer, rival = max(
        (
            (ruling, newcomer, rival)
            for newcomer, rival in ((one, other), (other, one))
            for ruling in axis.timeline.ruled.given(newcomer.seqs)
            if ruling.verdict is Verdict.CONTESTED and not rival.seqs.isdisjoint(ruling.rival)
        ),
        key=lambda each: (RULING_ORDER(each[0]), each[1].fact),
    )
    return ConflictRow(newcomer.fact, rival.fact, ruling.decided, *newcomer.line)
