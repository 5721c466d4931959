"""An axis by its lines, as it is kept: what is known of each value has one home.

A ruling lives with the value that it lets in, and everything else with the value that it names; so
an axis is the same whichever of its lines are put together first.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from domain.axes.axis import Axis
from domain.axes.known import Beat, Request, Retraction
from domain.axes.ruled import apart
from domain.axes.standing import Claim
from domain.axes.tombstones import Tombstone
from domain.duels.evidence import Report
from domain.keys import LineKey
from domain.payloads import Ruling
from domain.predicates import Declaration
from domain.words import Seq

_Each = TypeVar("_Each")


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """What is known of one line beside its claims; `changed` is the last event that changed it.

    Of what was taken back with claims of other lines, a retraction here names those of this line.
    """

    rulings: tuple[Ruling, ...] = ()
    reports: tuple[tuple[Seq, Report], ...] = ()
    confirmed: frozenset[Seq] = frozenset()
    amended_by_people: frozenset[Seq] = frozenset()
    retractions: tuple[Retraction, ...] = ()
    beats: tuple[Beat, ...] = ()
    waiting: tuple[Request, ...] = ()
    changed: Seq = Seq(0)

    @property
    def is_only_change(self) -> bool:
        """Whether nothing is known but the last event that changed the line."""
        return not (
            self.rulings
            or self.reports
            or self.confirmed
            or self.amended_by_people
            or self.retractions
            or self.beats
            or self.waiting
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One line of an axis: the claims that count as its value now, by seq, and what is known."""

    claims: tuple[Claim, ...] = ()
    known: Known = field(default_factory=Known)


def parted(axis: Axis) -> dict[LineKey, Piece]:
    """The pieces of an axis, and of every line on which something ever changed.

    Tombstones are found by refusal key, on whatever axis, and belong to no piece.
    """
    claims = _by_line(axis.claims.values(), lambda each: each.line)
    known = known_on(axis, lines_of(axis))
    return {
        line: Piece(claims=tuple(claims.get(line, ())), known=known[line]) for line in sorted(known)
    }


def lines_of(axis: Axis) -> set[LineKey]:
    """The lines of an axis of which there is anything."""
    claimed = {each.line for each in axis.claims.values()}
    return claimed | axis.changes.keys() | {each.line for each in axis.beats}


def known_on(axis: Axis, lines: Iterable[LineKey]) -> dict[LineKey, Known]:
    """What is known of these lines of an axis beside their claims."""
    of = axis.claims
    rulings = _by_line(axis.rulings, lambda each: _home(each, of))
    reports = _by_line(axis.reports, lambda each: of[each[0]].line)
    confirmed = _by_line(axis.confirmed, lambda each: of[each].line if each in of else None)
    amended = _by_line(axis.amended_by_people, lambda each: of[each].line)
    retractions = _by_line(
        [part for each in axis.retractions for part in _split(each, of)],
        lambda each: of[each.claims[0]].line,
    )
    beats = _by_line(axis.beats, lambda each: each.line)
    waiting = _by_line(axis.waiting, lambda each: of[each.fact].line)
    return {
        line: Known(
            rulings=tuple(rulings.get(line, ())),
            reports=tuple(reports.get(line, ())),
            confirmed=frozenset(confirmed.get(line, ())),
            amended_by_people=frozenset(amended.get(line, ())),
            retractions=tuple(retractions.get(line, ())),
            beats=tuple(beats.get(line, ())),
            waiting=tuple(waiting.get(line, ())),
            changed=axis.changes.get(line, Seq(0)),
        )
        for line in lines
    }


def stirred(before: Axis, after: Axis) -> set[LineKey]:
    """The lines of which something else may be known than was, before events happened on an axis.

    Their last changes tell of most. A value may also come to be named by more claims in what was
    ruled of another, and to ask a person changes nothing.
    """
    lines = {line for line, _ in before.changes.items() ^ after.changes.items()}
    rulings = apart(before.rulings, after.rulings)
    wishes = apart(before.waiting, after.waiting)
    for of in (before.claims, after.claims) if rulings or wishes else ():
        homes = [_home(each, of) for each in rulings]
        lines.update(line for line in homes if line is not None)
        lines.update(of[each.fact].line for each in wishes if each.fact in of)
    return lines


def joined(
    pieces: Mapping[LineKey, Piece],
    *,
    declaration: Declaration,
    tombstones: Iterable[Tombstone] = (),
) -> Axis:
    """The axis of these lines; `tombstones` are those that refuse or struck out values of it."""
    known = [each.known for each in pieces.values()]
    claims = [claim for each in pieces.values() for claim in each.claims]
    return Axis(
        declaration=declaration,
        claims={each.seq: each for each in sorted(claims, key=lambda each: each.seq)},
        rulings=tuple(ruling for each in known for ruling in each.rulings),
        tombstones=tuple(sorted(tombstones, key=lambda each: each.seq)),
        retractions=_whole(part for each in known for part in each.retractions),
        reports=tuple(
            sorted(
                (report for each in known for report in each.reports),
                key=lambda report: report[1].seq,
            )
        ),
        confirmed=frozenset(claim for each in known for claim in each.confirmed),
        amended_by_people=frozenset(claim for each in known for claim in each.amended_by_people),
        beats=tuple(beat for each in known for beat in each.beats),
        waiting=tuple(
            sorted(
                (request for each in known for request in each.waiting),
                key=lambda request: request.seq,
            )
        ),
        changes={line: each.known.changed for line, each in pieces.items() if each.known.changed},
    )


def _by_line(
    things: Iterable[_Each], line_of: Callable[[_Each], LineKey | None]
) -> dict[LineKey, list[_Each]]:
    """The things by the lines that they have their homes on; what has none is left out."""
    found: dict[LineKey, list[_Each]] = {}
    for each in things:
        line = line_of(each)
        if line is not None:
            found.setdefault(line, []).append(each)
    return found


def _home(ruling: Ruling, of: Mapping[Seq, Claim]) -> LineKey | None:
    """The line of the newcomer, by its first claim; None where all of them were erased."""
    for each in ruling.newcomer:
        if each in of:
            return of[each].line
    return None


def _split(retraction: Retraction, of: Mapping[Seq, Claim]) -> Iterable[Retraction]:
    for claims in _by_line(retraction.claims, lambda each: of[each].line).values():
        yield replace(retraction, claims=tuple(claims))


def _whole(parts: Iterable[Retraction]) -> tuple[Retraction, ...]:
    ordered = sorted(parts, key=lambda each: each.seq)
    return tuple(_united(list(each)) for _, each in groupby(ordered, key=lambda each: each.seq))


def _united(parts: list[Retraction]) -> Retraction:
    claims = sorted(claim for each in parts for claim in each.claims)
    return replace(parts[0], claims=tuple(claims))
