"""Standing claims: what was said and where it stands; and rulings, what was decided of two facts.

Standings and rulings belong to claims. Which facts there are is derived from them, so what is
said here outlives a fact that is split or joined.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from domain.duels.voices import Voice
from domain.keys import LineKey
from domain.words import Seq, Status, Verdict
from domain.worldtime.bounds import Bound, exactly
from domain.worldtime.stated import Stated, Undated, end_bound, start_bound


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """One act of saying a value, as it counts now; `said_line` and `said` are as it was said.

    They differ once a correction or an end has overridden what was said: `amended` is the event
    that did. `refusal` is the refusal key of `line`, under which tombstones find it. `confirms` is
    whether it joined its fact while that was active, and `invalidated` the event that did that,
    while it is not undone.
    """

    seq: Seq
    line: LineKey
    stated: Stated
    refusal: bytes
    said_line: LineKey
    said: Stated
    voice: Voice
    observed_at: datetime
    echo: bool
    confirms: bool
    status: Status
    retracted: bool = False
    amended: Seq | None = None
    invalidated: Seq | None = None

    @property
    def is_undated(self) -> bool:
        """Whether it states no start."""
        return isinstance(self.stated.start, Undated)

    @property
    def place(self) -> Bound:
        """Where it lies among others: at its stated start, else where it was seen.

        A claim that was seen only after its stated end lies at that end.
        """
        start = self.stated.start
        if not isinstance(start, Undated):
            return start_bound(start, observed_at=self.observed_at)
        seen = exactly(self.observed_at)
        end = end_bound(self.stated.end, start=seen)
        return seen if end is None else exactly(min(self.observed_at, end.latest))


BEST_FIRST: Final = (Status.ACTIVE, Status.CONTESTED, Status.QUARANTINED, Status.DISPLACED)
"""What claims stand as; a fact whose claims stand differently stands where the best one does."""


def standing_of(claims: Collection[Claim]) -> Status:
    """Where a fact with these claims stands."""
    if any(each.invalidated is not None for each in claims):
        return Status.INVALIDATED
    held = {each.status for each in claims if not each.retracted}
    return next((each for each in BEST_FIRST if each in held), Status.UNSUPPORTED)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruling:
    """What the last decision made of a newcomer and one rival, each by its claims.

    `verdict` is contested, quarantined, displaces or supersedes. `trims` is whether the rival,
    whose stated end was overlapped, ends where the newcomer starts. `kept` is whether a person
    decided that both stand.
    """

    verdict: Verdict
    newcomer: tuple[Seq, ...]
    rival: tuple[Seq, ...]
    decided: Seq
    trims: bool = False
    kept: bool = False

    def about(self, newcomer: frozenset[Seq], rival: frozenset[Seq]) -> bool:
        """Whether it relates a newcomer and a rival with these claims."""
        return not newcomer.isdisjoint(self.newcomer) and not rival.isdisjoint(self.rival)
