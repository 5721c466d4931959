"""Which facts there are: the rows that the standing claims of each value fall into, by place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from domain.axes.standing import Claim, Ruling
from domain.axes.stints import Stint, comes_after, place_key, stint_of
from domain.keys import LineKey
from domain.predicates import Declaration, Temporal
from domain.words import Seq, Status, Verdict, is_visible
from domain.worldtime.stated import Open


def stints_of(
    claims: Iterable[Claim], rulings: Sequence[Ruling], *, declaration: Declaration
) -> tuple[Stint, ...]:
    """The facts that these claims carry, in order of place."""
    standing: list[Claim] = []
    dead: dict[Seq, list[Claim]] = {}
    for claim in sorted(claims, key=place_key):
        if claim.invalidated is None:
            standing.append(claim)
        else:
            dead.setdefault(claim.invalidated, []).append(claim)
    contests = tuple(filter(is_contest, rulings))
    rows = _Rows(declaration=declaration, contests=contests)
    rows.add_all(standing)
    if any(each.is_undated for each in standing):
        # When a value was last seen is known only once its rows are: then it may cut more.
        rows = _Rows(declaration=declaration, contests=contests, sights=rows.last_seen())
        rows.add_all(standing)
    temporal = declaration.temporal
    found = [*rows.stints(), *(stint_of(each, temporal=temporal) for each in dead.values())]
    return tuple(
        sorted(found, key=lambda each: (each.place.latest, each.place.earliest, each.fact))
    )


def is_contest(ruling: Ruling) -> bool:
    """Whether two facts stand beside each other undecided."""
    return ruling.verdict is Verdict.CONTESTED


@dataclass(kw_only=True, slots=True)
class _Row:
    """A row that grows; its fact is worked out once between two claims."""

    temporal: Temporal
    claims: list[Claim]
    known: Stint | None = None

    @property
    def stint(self) -> Stint:
        if self.known is None:
            self.known = stint_of(self.claims, temporal=self.temporal)
        return self.known

    @property
    def standing(self) -> Status:
        return _standing(self.claims[0])

    def add(self, claim: Claim) -> None:
        self.claims.append(claim)
        self.known = None


@dataclass(kw_only=True, slots=True)
class _Rows:
    """The rows so far, in order of place, while claims are added in that order.

    `sights` tells when the fact of a claim was last seen, as far as that is known beforehand.
    """

    declaration: Declaration
    contests: tuple[Ruling, ...]
    sights: Mapping[Seq, datetime] = field(default_factory=dict[Seq, datetime])
    all: list[_Row] = field(default_factory=list[_Row])
    of: dict[LineKey, list[_Row]] = field(default_factory=dict[LineKey, list[_Row]])

    def add_all(self, claims: Iterable[Claim]) -> None:
        for claim in claims:
            self._add(claim)

    def last_seen(self) -> dict[Seq, datetime]:
        return {claim.seq: row.stint.last_seen for row in self.all for claim in row.claims}

    def _add(self, claim: Claim) -> None:
        row = self._of(claim)
        if row is not None:
            row.add(claim)
            return
        row = _Row(temporal=self.declaration.temporal, claims=[claim])
        self.all.append(row)
        self.of.setdefault(claim.line, []).append(row)

    def stints(self) -> Iterator[Stint]:
        return (row.stint for row in self.all)

    def _of(self, claim: Claim) -> _Row | None:
        """The row that the claim continues."""
        # What lost or waits is no part of what is shown, or it would be shown with it.
        standing = _standing(claim)
        rows = (row for row in self.of.get(claim.line, ()) if row.standing is standing)
        found = [row for row in rows if not self._breaks(row.stint, claim)]
        return found[-1] if found else None

    def _breaks(self, stint: Stint, claim: Claim) -> bool:
        match self.declaration.temporal:
            case Temporal.CONSTANT:
                return False
            case Temporal.EVENT:
                return _has_ended(stint, claim)
            case Temporal.STATE:
                return _has_ended(stint, claim) or self._is_cut(stint, claim)

    def _is_cut(self, stint: Stint, claim: Claim) -> bool:
        """Whether another value lies between the two, and has not ended before the claim."""
        for row in reversed(self.all):
            if row.stint.place.latest < stint.place.latest:
                # Those before lie sooner still, and none of them comes after.
                return False
            if self.declaration.excludes(row.stint.line, stint.line) and self._cuts(
                self._seen(row), stint, claim
            ):
                return True
        return False

    def _seen(self, row: _Row) -> Stint:
        """The fact of a row as it will be seen in the end."""
        seen = self.sights.get(row.claims[0].seq, row.stint.last_seen)
        return row.stint if seen <= row.stint.last_seen else replace(row.stint, last_seen=seen)

    def _cuts(self, other: Stint, stint: Stint, claim: Claim) -> bool:
        return (
            other.is_visible
            and not (other.end is not None and claim.place.earliest >= other.end.latest)
            and comes_after(other, stint)
            and not _in_contest(other, stint, self.contests)
        )


def _standing(claim: Claim) -> Status:
    """Where it stands, what is shown being one."""
    return Status.ACTIVE if is_visible(claim.status) else claim.status


def _has_ended(stint: Stint, claim: Claim) -> bool:
    """Whether the fact's own stated end is over where the claim lies."""
    if stint.end is None:
        return False
    if claim.is_undated and not isinstance(claim.stated.end, Open):
        # Seen only after its end, it lies at that end, and tells of what was before.
        return claim.place.earliest > stint.end.latest
    return claim.place.earliest >= stint.end.latest


def _in_contest(one: Stint, other: Stint, contests: Iterable[Ruling]) -> bool:
    return any(
        each.about(one.seqs, other.seqs) or each.about(other.seqs, one.seqs) for each in contests
    )
