"""The visible facts that are in contest, and the decision that left each two of them so."""

from collections.abc import Iterator, Mapping

from domain.axes.axis import Axis
from domain.axes.stints import Stint
from domain.words import Seq, Verdict
from projections.comparison import Comparison, Gone, Key, differing
from projections.rows import ConflictRow
from projections.sides import Side


def rows(found: Comparison) -> Iterator[ConflictRow | Gone]:
    """A row for every two facts that came to be in contest, or were left so by another decision."""
    return differing(_conflicts(found.before), _conflicts(found.after))


def _conflicts(side: Side) -> Mapping[Key, ConflictRow]:
    return {(row.fact, row.rival): row for axis in side.axes if axis.rulings for row in _of(axis)}


def _of(axis: Axis) -> Iterator[ConflictRow]:
    """Each pair once: who was decided last as a newcomer is one in the row."""
    last: dict[frozenset[int], ConflictRow] = {}
    facts = {stint.fact: stint for stint in axis.timeline.visible}
    for ruling in (each for each in axis.rulings if each.verdict is Verdict.CONTESTED):
        for newcomer in _carrying(axis, facts, ruling.newcomer):
            for rival in _carrying(axis, facts, ruling.rival):
                pair = frozenset((newcomer.fact, rival.fact))
                if axis.timeline.are_in_contest(newcomer, rival) and len(pair) > 1:
                    last[pair] = _row(newcomer, rival, ruling.decided)
    return iter(last.values())


def _carrying(axis: Axis, facts: Mapping[Seq, Stint], claims: tuple[Seq, ...]) -> Iterator[Stint]:
    """Those of the facts that carry these claims, each once."""
    found = {axis.timeline.of(claim).fact for claim in claims if claim in axis.claims}
    return (facts[fact] for fact in sorted(found & facts.keys()))


def _row(newcomer: Stint, rival: Stint, decided: Seq) -> ConflictRow:
    return ConflictRow(newcomer.fact, rival.fact, decided, *newcomer.line)
