"""An axis and those that share facts with it, as a slice of a ledger: what stands there.

A predicate whose subjects and objects both exclude each other has facts on two axes; a slice then
covers both, and every axis that their facts lie on.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final

from domain.axes.docket import Docket
from domain.axes.known import Beat, Request, Retraction
from domain.axes.rows import stints_of
from domain.axes.ruled import Ruled
from domain.axes.rulings import RULING_ORDER
from domain.axes.standing import Claim
from domain.axes.stints import Stint
from domain.axes.timeline import Timeline
from domain.axes.tombstones import Tombstone
from domain.duels.evidence import Report
from domain.events import Recorded
from domain.keys import LineKey
from domain.payloads import Ruling
from domain.predicates import UNDECLARED, Declaration
from domain.words import Seq


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """What is known of an axis; its timeline is derived, and never kept.

    `claims` are by their seqs. `reports` and `confirmed` (by a person, in a review) name a claim of
    the fact that they are about; `waiting` is what a person must decide. `amended_by_people` are
    the claims that a person corrected or ended, or that count as one of these. `changes` tells of
    each line the last event that changed more than what waits. All is put in the order in which it
    came, so that an axis is the same however it was put together.
    """

    declaration: Declaration = UNDECLARED
    claims: Mapping[Seq, Claim] = field(default_factory=dict[Seq, Claim])
    rulings: tuple[Ruling, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    retractions: tuple[Retraction, ...] = ()
    reports: tuple[tuple[Seq, Report], ...] = ()
    confirmed: frozenset[Seq] = frozenset()
    amended_by_people: frozenset[Seq] = frozenset()
    beats: tuple[Beat, ...] = ()
    waiting: tuple[Request, ...] = ()
    changes: Mapping[LineKey, Seq] = field(default_factory=dict[LineKey, Seq])
    _timeline: list[Timeline] = field(init=False, compare=False, repr=False, default_factory=list)
    _resumes: list[Timeline] = field(init=False, compare=False, repr=False, default_factory=list)
    _docket: list[Docket] = field(init=False, compare=False, repr=False, default_factory=list)
    _foreseen: "list[tuple[Recorded, Axis]]" = field(
        init=False, compare=False, repr=False, default_factory=list
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "claims", _by_seq(self.claims))
        for name, key in _ORDERS:
            several: tuple[object, ...] = getattr(self, name)
            if len(several) > 1 and not isinstance(several, _InOrder):
                object.__setattr__(self, name, _InOrder(sorted(several, key=key)))

    @property
    def changed(self) -> Seq:
        """The last event that changed more than what waits, 0 where none did."""
        return max(self.changes.values(), default=Seq(0))

    @property
    def timeline(self) -> Timeline:
        """Which facts there are and how they lie, worked out once."""
        if not self._timeline:
            self._timeline.append(self._worked_out())
        return self._timeline[0]

    def _worked_out(self) -> Timeline:
        # What came before is known by what follows from it from here on.
        before = self._resumes.pop() if self._resumes else None
        if before is None or len(self.claims) < _LONG:
            ruled = Ruled(rulings=self.rulings) if self.rulings else _NOTHING_RULED
            return self._derived(self.claims.values(), ruled)
        ruled = Ruled(rulings=self.rulings, resumes=before.ruled)
        return self._derived(self.claims.values(), ruled).resuming(before)

    @property
    def at_hand(self) -> Sequence[Timeline]:
        """Its timeline if that was asked for, else the one of what it came from; or none."""
        return self._timeline or self._resumes

    @property
    def docket(self) -> Docket | None:
        """What was heard on it, or on what it came from, if that was kept."""
        return self._docket[0] if self._docket else None

    def keep(self, docket: Docket) -> None:
        """Keep what was heard on it, for what is decided next."""
        self._docket[:] = [docket]

    def resuming(self, before: "Axis") -> "Axis":
        """This axis, knowing what was worked out of another from which one event has made it."""
        if self is not before:
            self._resumes[:] = before.at_hand
            self._docket[:] = [] if before.docket is None else [before.docket]
        return self

    def foresee(self, recorded: Recorded, after: "Axis") -> "Axis":
        """Note what an event will make of it, once it is recorded, and give that back."""
        self._foreseen[:] = [(recorded, after)]
        return after

    def foreseen(self, recorded: Recorded) -> "Axis | None":
        """What this event makes of it, if that was noted last; told once.

        Who decides folds an event before it is known which command it is of, and who records it
        would fold it again. An axis that went on to know would keep all that ever came after it.
        """
        if not self._foreseen:
            return None
        known, after = self._foreseen.pop()
        is_known = (
            known.event is recorded.event
            and known.seq == recorded.seq
            and known.recorded_at == recorded.recorded_at
            and known.token == recorded.token
            and known.kind is recorded.kind
        )
        return after if is_known else None

    def beside(self, stint: Stint) -> Timeline:
        """The timeline that a fact is held against, as if its claims had never been made.

        It may be among the others all the same, unless these were other facts without it.
        """
        known = self.timeline
        is_mine = stint.fact in self.claims and known.of(stint.fact) is stint
        if stint.fact not in self.claims or (
            is_mine and (not stint.is_visible or known.parting.isdisjoint(stint.seqs))
        ):
            return known
        left = (each for each in self.claims.values() if each.seq not in stint.seqs)
        return self._derived(left, known.ruled)

    def carried_by(self, claim: Claim) -> Stint:
        """The fact that this claim would carry, were it one of them."""
        claims = (*self.claims.values(), claim)
        stints, _ = stints_of(claims, self.timeline.ruled, declaration=self.declaration)
        return next(each for each in stints if claim.seq in each.seqs)

    def declared(self, declaration: Declaration, seq: Seq) -> "Axis":
        """The axis as the declaration at this seq has it read."""
        return replace(self, declaration=declaration, changes=dict.fromkeys(self.changes, seq))

    def _derived(self, claims: Iterable[Claim], ruled: Ruled) -> Timeline:
        stints, parting = stints_of(claims, ruled, declaration=self.declaration)
        return Timeline(declaration=self.declaration, stints=stints, ruled=ruled, parting=parting)


class _InOrder(tuple[object, ...]):
    """What was put in order already, which an axis hands on to the next as it is."""

    __slots__ = ()


_LONG: Final = 8
"""From so many claims on it takes longer to work out a timeline than to compare it with another."""

_NOTHING_RULED: Final = Ruled(rulings=())

_SEQ: Final = attrgetter("seq")
_BEAT_ORDER: Final = attrgetter("decided", "line", "at", "voices")


def _report_order(report: tuple[Seq, Report]) -> tuple[Seq, Seq]:
    return report[1].seq, report[0]


_ORDERS: Final[tuple[tuple[str, Callable[[Any], Any]], ...]] = (
    ("rulings", RULING_ORDER),
    ("tombstones", _SEQ),
    ("retractions", _SEQ),
    ("reports", _report_order),
    ("beats", _BEAT_ORDER),
    ("waiting", _SEQ),
)


def _by_seq(claims: Mapping[Seq, Claim]) -> Mapping[Seq, Claim]:
    if len(claims) <= 1 or all(one < other for one, other in pairwise(claims)):
        return claims
    return dict(sorted(claims.items()))
