"""Which facts there are: the rows that the standing claims of each value fall into, by place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from domain.axes.ruled import Ruled
from domain.axes.standing import Claim
from domain.axes.stints import Row, Stint, comes_after, place_key, stint_of
from domain.keys import LineKey
from domain.predicates import Cardinality, Declaration, Temporal
from domain.words import VISIBLE, Seq, Status
from domain.worldtime.stated import Open


class Carried(NamedTuple):
    """The facts that some claims carry, in order of place.

    `parting` are the claims of those that alone keep rows of another value apart: without one of
    these the others would not be as they are.
    """

    stints: tuple[Stint, ...]
    parting: frozenset[Seq]


_NONE_PARTED: Final = frozenset[Seq]()


def stints_of(claims: Iterable[Claim], ruled: Ruled, *, declaration: Declaration) -> Carried:
    """The facts that these claims carry."""
    ordered = sorted(claims, key=place_key)
    if len(ordered) == 1:
        return Carried((stint_of(ordered, temporal=declaration.temporal),), _NONE_PARTED)
    standing: list[Claim] = []
    dead: dict[Seq, list[Claim]] = {}
    for claim in ordered:
        if claim.invalidated is None:
            standing.append(claim)
        else:
            dead.setdefault(claim.invalidated, []).append(claim)
    temporal = declaration.temporal
    rows = _rows(standing, ruled, declaration)
    found = [
        *(row.stint for row in rows.all),
        *(stint_of(each, temporal=temporal) for each in dead.values()),
    ]
    parting = frozenset(seq for row in rows.parting for seq in row.seqs)
    return Carried(tuple(sorted(found, key=_stint_key)), parting)


def _rows(standing: Sequence[Claim], ruled: Ruled, declaration: Declaration) -> "_Rows":
    rows = _Rows(declaration=declaration, ruled=ruled)
    rows.add_all(standing)
    are_known = len(rows.all) in {1, len(standing)} or not excludes_any(declaration)
    if not are_known and any(each.is_undated for each in standing):
        # When a value was last seen is known only once its rows are: then it may cut more.
        whole, sights, parting = rows.whole(), rows.last_seen(), rows.parting
        rows = _Rows(declaration=declaration, ruled=ruled, sights=sights, parting=parting)
        rows.add_all(standing)
        # What was one row and now is several was last seen, each part, by the claims of all.
        rows.parting += [each for each in rows.all if frozenset(each.seqs) not in whole]
    return rows


def excludes_any(declaration: Declaration) -> bool:
    """Whether there are values that exclude one another at all."""
    single = Cardinality.SINGLE
    return declaration.cardinality is single or declaration.holders is single


def standing_class(claim: Claim) -> Status:
    """Where it stands, what is shown being one."""
    return Status.ACTIVE if claim.status in VISIBLE else claim.status


def _stint_key(stint: Stint) -> tuple[datetime, datetime, Seq]:
    return stint.place.latest, stint.place.earliest, stint.fact


@dataclass(kw_only=True, slots=True)
class _Rows:
    """The rows so far, in order of place, while claims are added in that order.

    `sights` tells when the fact of a claim was last seen, as far as that is known beforehand.
    `parting` are those that alone broke a row of another value, or may have.
    """

    declaration: Declaration
    ruled: Ruled
    sights: Mapping[Seq, datetime] = field(default_factory=dict[Seq, datetime])
    parting: list[Row] = field(default_factory=list)
    all: list[Row] = field(default_factory=list)
    of: dict[tuple[LineKey, Status], list[Row]] = field(default_factory=dict)

    def add_all(self, claims: Iterable[Claim]) -> None:
        for claim in claims:
            self._add(claim)

    def whole(self) -> set[frozenset[Seq]]:
        return {frozenset(row.seqs) for row in self.all}

    def last_seen(self) -> dict[Seq, datetime]:
        return {seq: row.last_seen for row in self.all for seq in row.seqs}

    def _add(self, claim: Claim) -> None:
        # What lost or waits is no part of what is shown, or it would be shown with it.
        beside = self.of.setdefault((claim.line, standing_class(claim)), [])
        for row in reversed(beside):
            if not self._breaks(row, claim):
                row.add(claim)
                return
        row = Row(claim, temporal=self.declaration.temporal)
        self.all.append(row)
        beside.append(row)

    def _breaks(self, row: Row, claim: Claim) -> bool:
        match self.declaration.temporal:
            case Temporal.CONSTANT:
                return False
            case Temporal.EVENT:
                return _has_ended(row, claim)
            case Temporal.STATE:
                return _has_ended(row, claim) or self._is_cut(row, claim)

    def _is_cut(self, row: Row, claim: Claim) -> bool:
        """Whether another value lies between the two, and has not ended before the claim."""
        by: Row | None = None
        for other in reversed(self.all):
            if other.place.latest < row.place.latest:
                # Those before lie sooner still, and none of them comes after.
                break
            if self._cuts(other, row, claim):
                if by is not None:
                    return True
                by = other
        if by is not None:
            self.parting.append(by)
        return by is not None

    def _cuts(self, other: Row, row: Row, claim: Claim) -> bool:
        return (
            self.declaration.excludes(other.line, row.line)
            and other.is_visible
            and not (other.end is not None and claim.place.earliest >= other.end.latest)
            and comes_after(other, row, seen=self.sights.get(other.claims[0].seq))
            and not self.ruled.are_in_contest(other.seqs, row.seqs)
        )


def _has_ended(row: Row, claim: Claim) -> bool:
    """Whether the fact's own stated end is over where the claim lies."""
    if row.end is None:
        return False
    if claim.is_undated and not isinstance(claim.stated.end, Open):
        # Seen only after its end, it lies at that end, and tells of what was before.
        return claim.place.earliest > row.end.latest
    return claim.place.earliest >= row.end.latest
