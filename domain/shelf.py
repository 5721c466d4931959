"""The axes that are at hand, found by line, claim, scope and source; for one thread.

An axis is kept whole, with all lines that share facts with it. What was loaded line by line is
joined when it is first asked for, and so is what a correction or a declaration may have parted.
"""

from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from domain.axes.axis import Axis
from domain.axes.known import Request
from domain.axes.pieces import Known, Piece, joined, parted
from domain.axes.standing import Claim
from domain.axes.tombstones import Tombstone
from domain.keys import LineKey
from domain.predicates import UNDECLARED, Declaration
from domain.wanting import Scope, scopes_of
from domain.words import Seq


def reach(
    line: LineKey,
    declaration: Declaration,
    *,
    lines: Mapping[Scope, set[LineKey]],
    links: Mapping[LineKey, set[LineKey]],
) -> tuple[set[LineKey], set[Scope]]:
    """The lines that share facts with this one, and all scopes that they lie in.

    `lines` are those with anything on them by scope, `links` those between which a correction has
    moved claims.
    """
    found: set[LineKey] = {line}
    scopes: set[Scope] = set()
    ahead = [line]
    while ahead:
        here = ahead.pop()
        more = set(links.get(here, ()))
        for scope in scopes_of(here, declaration):
            if scope not in scopes:
                scopes.add(scope)
                more.update(lines.get(scope, ()))
        ahead.extend(more - found)
        found |= more
    return found, scopes


def links_of(claims: Iterable[Claim]) -> dict[LineKey, set[LineKey]]:
    """Between which lines corrections have moved these claims, both ways."""
    found: dict[LineKey, set[LineKey]] = {}
    for each in claims:
        if each.line != each.said_line:
            found.setdefault(each.line, set()).add(each.said_line)
            found.setdefault(each.said_line, set()).add(each.line)
    return found


def scopes_around(line: LineKey) -> tuple[Scope, Scope, Scope]:
    """Every scope of more than one line that a line may lie in, however it is declared."""
    return (
        Scope(line.subject, line.predicate, None),
        Scope(None, line.predicate, line.object),
        Scope(None, line.predicate, None),
    )


@dataclass(kw_only=True, slots=True)
class Shelf:
    """The axes at hand; `claims` tells on which line each claim is."""

    claims: dict[Seq, LineKey] = field(default_factory=dict)
    _whole: dict[LineKey, Axis] = field(default_factory=dict)
    _loose: dict[LineKey, Piece] = field(default_factory=dict)
    _lines: dict[Scope, set[LineKey]] = field(default_factory=dict)
    _links: dict[LineKey, set[LineKey]] = field(default_factory=dict)
    _empty: dict[Declaration, Axis] = field(default_factory=dict)

    def claim(self, seq: Seq) -> Claim | None:
        """A claim, if it is at hand."""
        line = self.claims.get(seq)
        if line is None:
            return None
        axis = self._whole.get(line)
        if axis is not None:
            return axis.claims[seq]
        return next(each for each in self._loose[line].claims if each.seq == seq)

    def waiting(self, line: LineKey) -> tuple[Request, ...]:
        """What waits for a person on the axis of a line, or on the line alone, if it is at hand."""
        axis = self._whole.get(line)
        if axis is not None:
            return axis.waiting
        return self._loose[line].known.waiting if line in self._loose else ()

    def linked(self, line: LineKey) -> set[LineKey]:
        """The lines that corrections have moved claims to from this one, or from there to it."""
        return self._links.get(line, set())

    def lines(self, scope: Scope) -> set[LineKey]:
        """The lines in a scope of several that have anything on them."""
        return self._lines.get(scope, set())

    def reach(self, line: LineKey, declaration: Declaration) -> tuple[set[LineKey], set[Scope]]:
        """The lines that share facts with this one, as far as they are at hand, and the scopes."""
        return reach(line, declaration, lines=self._lines, links=self._links)

    def lay(self, claims: Iterable[Claim], known: Mapping[LineKey, Known]) -> None:
        """Lay down what was loaded, before anything is gathered of it."""
        fresh = [each for each in claims if each.seq not in self.claims]
        for line, stands in known.items():
            self._loose[line] = replace(self._loose.get(line, Piece()), known=stands)
        for each in fresh:
            piece = self._loose.get(each.line, Piece())
            self._loose[each.line] = replace(piece, claims=(*piece.claims, each))
            self.claims[each.seq] = each.line
        for line in {*known, *(each.line for each in fresh)}:
            self._index(line)
        self._link(links_of(fresh))

    def gather(
        self, groups: Iterable[Iterable[LineKey]], declared: Mapping[bytes, Declaration | None]
    ) -> list[tuple[Axis, set[LineKey]]]:
        """The axes that cover these lines, each once with its lines; a group's lie on one axis."""
        asked = [tuple(each) for each in groups]
        if len(asked) == 1 and len(asked[0]) == 1:
            (line,) = asked[0]
            return [self._component(line, declared.get(line.predicate) or UNDECLARED)]
        return self._bridged(asked, declared)

    def has(self, axis: Axis, lines: Iterable[LineKey]) -> bool:
        """Whether an axis is kept for these lines already, or is one that has nothing on it."""
        return axis is self._empty.get(axis.declaration) or all(
            self._whole.get(each) is axis for each in lines
        )

    def put(self, axis: Axis, lines: Iterable[LineKey]) -> None:
        """Put back an axis that may have changed, with all lines that it covers."""
        covered = set(lines)
        held = {*axis.changes, *(each.line for each in axis.claims.values())} & covered
        for line in held:
            self._index(line)
        if len(covered) > 1 and self._falls_apart(axis, covered, held):
            self._scatter(axis, covered)
            return
        for line in held:
            self._whole[line] = axis
            self._loose.pop(line, None)
        for seq, claim in axis.claims.items():
            self.claims[seq] = claim.line

    def _falls_apart(self, axis: Axis, covered: set[LineKey], held: set[LineKey]) -> bool:
        """Whether its lines may not all share facts: it was held together to see what follows."""
        if any(line in self._links for line in covered) or links_of(axis.claims.values()):
            return True
        lines, _ = self.reach(next(iter(held)), axis.declaration) if held else (held, ())
        return not held <= lines

    def _component(self, line: LineKey, declaration: Declaration) -> tuple[Axis, set[LineKey]]:
        """The axis of a line with all that shares facts with it, kept whole from here on."""
        lines, _ = self.reach(line, declaration)
        known = [each for each in lines if each in self._whole or each in self._loose]
        if not known:
            return self._blank(declaration), lines
        axis = self._whole.get(known[0])
        if axis is None or any(self._whole.get(each) is not axis for each in known):
            axis = self._joined(known, declaration)
            # What the line alone holds together is apart again, if nothing is said of it.
            if line in known or self.reach(known[0], declaration)[0].issuperset(known):
                for each in known:
                    self._whole[each] = axis
                    self._loose.pop(each, None)
        return axis, lines

    def _bridged(
        self, groups: list[tuple[LineKey, ...]], declared: Mapping[bytes, Declaration | None]
    ) -> list[tuple[Axis, set[LineKey]]]:
        """The axes as they would be, were something said of each of these lines."""
        roots = {
            line: declared.get(line.predicate) or UNDECLARED for group in groups for line in group
        }
        lines: dict[Scope, set[LineKey]] = {}
        links: dict[LineKey, set[LineKey]] = {}
        for line, declaration in roots.items():
            for scope in scopes_of(line, declaration):
                lines.setdefault(scope, set(self.lines(scope))).add(line)
        for group in groups:
            for line in group:
                links.setdefault(line, set(self._links.get(line, ()))).update(group)
        found: list[tuple[Axis, set[LineKey]]] = []
        taken: set[LineKey] = set()
        for line, declaration in roots.items():
            if line not in taken:
                covered, _ = reach(
                    line,
                    declaration,
                    lines=ChainMap(lines, self._lines),
                    links=ChainMap(links, self._links),
                )
                taken |= covered
                found.append((self._over(covered, declaration), covered))
        return found

    def _over(self, lines: set[LineKey], declaration: Declaration) -> Axis:
        """The axis that covers these lines, which may be several that are kept apart."""
        known = [each for each in lines if each in self._whole or each in self._loose]
        if not known:
            return self._blank(declaration)
        axis, covered = self._component(known[0], declaration)
        return axis if covered.issuperset(known) else self._joined(known, declaration)

    def _blank(self, declaration: Declaration) -> Axis:
        if declaration not in self._empty:
            self._empty[declaration] = Axis(declaration=declaration)
        return self._empty[declaration]

    def _joined(self, lines: Iterable[LineKey], declaration: Declaration) -> Axis:
        pieces: dict[LineKey, Piece] = {}
        for line in lines:
            if line not in pieces:
                axis = self._whole.get(line)
                pieces |= {line: self._loose[line]} if axis is None else parted(axis)
        return joined(pieces, declaration=declaration)

    def _scatter(self, axis: Axis, lines: Iterable[LineKey]) -> None:
        """Keep the lines of an axis apart, until they are asked for."""
        for line in lines:
            self._whole.pop(line, None)
            self._loose.pop(line, None)
            self._links.pop(line, None)
            for scope in scopes_around(line):
                self._lines.get(scope, set[LineKey]()).discard(line)
        for line, piece in parted(axis).items():
            self._loose[line] = piece
            self._index(line)
        self._link(links_of(axis.claims.values()))
        for seq, claim in axis.claims.items():
            self.claims[seq] = claim.line

    def _link(self, links: Mapping[LineKey, set[LineKey]]) -> None:
        for line, others in links.items():
            self._links.setdefault(line, set()).update(others)

    def _index(self, line: LineKey) -> None:
        for scope in scopes_around(line):
            self._lines.setdefault(scope, set()).add(line)


def regrouped(
    axes: Iterable[Axis], lines: Iterable[LineKey], declaration: Declaration
) -> list[tuple[Axis, set[LineKey]]]:
    """The axes that these lines come to by another declaration, each with the lines it covers."""
    pieces: dict[LineKey, Piece] = {}
    tombstones: dict[Seq, Tombstone] = {}
    for axis in axes:
        pieces |= parted(axis)
        tombstones |= {each.seq: each for each in axis.tombstones}
    scopes: dict[Scope, set[LineKey]] = {}
    for line in pieces:
        for scope in scopes_of(line, declaration):
            scopes.setdefault(scope, set()).add(line)
    links = links_of(claim for each in pieces.values() for claim in each.claims)
    found: list[tuple[Axis, set[LineKey]]] = []
    taken: set[LineKey] = set()
    for line in sorted({*lines, *pieces}):
        if line not in taken:
            covered, _ = reach(line, declaration, lines=scopes, links=links)
            taken |= covered
            mine = {each: pieces[each] for each in sorted(covered) if each in pieces}
            kept = _refusing(mine.values(), tombstones.values())
            found.append((joined(mine, declaration=declaration, tombstones=kept), covered))
    return found


def _refusing(pieces: Iterable[Piece], tombstones: Iterable[Tombstone]) -> list[Tombstone]:
    keys = {claim.refusal for each in pieces for claim in each.claims}
    return [each for each in tombstones if not keys.isdisjoint(each.refusals)]
