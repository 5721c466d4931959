"""An axis by its lines, as it is kept: what is known of each value has one home.

A ruling lives with the value that it lets in, and everything else with the value that it names; so
an axis is the same whichever of its lines are put together first.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from domain.axes.axis import Axis
from domain.axes.known import Beat, Request, Retraction
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One line of an axis: the claims that count as its value now, by seq, and what is known."""

    claims: tuple[Claim, ...] = ()
    known: Known = field(default_factory=Known)


def parted(axis: Axis) -> dict[LineKey, Piece]:
    """The pieces of an axis, and of every line on which something ever changed.

    Tombstones are found by refusal key, on whatever axis, and belong to no piece.
    """
    of = {each.seq: each.line for each in axis.claims.values()}
    lines = sorted({*of.values(), *axis.changes, *(each.line for each in axis.beats)})
    claims = _by_line((each.line, each) for each in axis.claims.values())
    homes = ((_home(each, of), each) for each in axis.rulings)
    rulings = _by_line((line, each) for line, each in homes if line is not None)
    reports = _by_line((of[each[0]], each) for each in axis.reports)
    confirmed = _by_line((of[each], each) for each in axis.confirmed if each in of)
    amended = _by_line((of[each], each) for each in axis.amended_by_people)
    retractions = _by_line(
        (line, part) for each in axis.retractions for line, part in _split(each, of)
    )
    beats = _by_line((each.line, each) for each in axis.beats)
    waiting = _by_line((of[each.fact], each) for each in axis.waiting)
    return {
        line: Piece(
            claims=tuple(claims.get(line, ())),
            known=Known(
                rulings=tuple(rulings.get(line, ())),
                reports=tuple(reports.get(line, ())),
                confirmed=frozenset(confirmed.get(line, ())),
                amended_by_people=frozenset(amended.get(line, ())),
                retractions=tuple(retractions.get(line, ())),
                beats=tuple(beats.get(line, ())),
                waiting=tuple(waiting.get(line, ())),
                changed=axis.changes.get(line, Seq(0)),
            ),
        )
        for line in lines
    }


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


def _by_line(found: Iterable[tuple[LineKey, _Each]]) -> dict[LineKey, list[_Each]]:
    lines: dict[LineKey, list[_Each]] = {}
    for line, each in found:
        lines.setdefault(line, []).append(each)
    return lines


def _home(ruling: Ruling, of: Mapping[Seq, LineKey]) -> LineKey | None:
    """The line of the newcomer, by its first claim; None where all of them were erased."""
    return next((of[each] for each in ruling.newcomer if each in of), None)


def _split(
    retraction: Retraction, of: Mapping[Seq, LineKey]
) -> Iterable[tuple[LineKey, Retraction]]:
    for line, claims in _by_line((of[each], each) for each in retraction.claims).items():
        yield line, replace(retraction, claims=tuple(claims))


def _whole(parts: Iterable[Retraction]) -> tuple[Retraction, ...]:
    ordered = sorted(parts, key=lambda each: each.seq)
    return tuple(_united(list(each)) for _, each in groupby(ordered, key=lambda each: each.seq))


def _united(parts: list[Retraction]) -> Retraction:
    claims = sorted(claim for each in parts for claim in each.claims)
    return replace(parts[0], claims=tuple(claims))
