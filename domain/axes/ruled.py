"""What was decided of the facts of an axis, found by the claims of two of them."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from domain.payloads import Ruling
from domain.words import Seq, Verdict

_Pairs = Mapping[Seq, AbstractSet[Seq]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruled:
    """The rulings on an axis; which claims they set against which is worked out once."""

    rulings: tuple[Ruling, ...]
    _places: Mapping[Seq, list[int]] = field(init=False, compare=False, repr=False)
    _contests: _Pairs = field(init=False, compare=False, repr=False)
    _kept: _Pairs = field(init=False, compare=False, repr=False)
    _trimming: _Pairs = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        contests = [each for each in self.rulings if each.verdict is Verdict.CONTESTED]
        kept = [each for each in contests if each.kept]
        trims = [(each.rival, each.newcomer) for each in self.rulings if each.trims]
        places: dict[Seq, list[int]] = {}
        for place, ruling in enumerate(self.rulings):
            for claim in ruling.newcomer:
                places.setdefault(claim, []).append(place)
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_contests", _either_way(contests) if contests else {})
        object.__setattr__(self, "_kept", _either_way(kept) if kept else {})
        object.__setattr__(self, "_trimming", _pairs(trims) if trims else {})

    def are_in_contest(self, one: AbstractSet[Seq], other: AbstractSet[Seq]) -> bool:
        """Whether facts of these claims stand beside each other undecided."""
        return _meet(self._contests, one, other)

    def given(self, newcomer: AbstractSet[Seq]) -> list[Ruling]:
        """The rulings in which the fact of these claims was the newcomer, as they were given."""
        places = {place for claim in newcomer for place in self._places.get(claim, ())}
        return [self.rulings[place] for place in sorted(places)]

    def are_kept(self, one: AbstractSet[Seq], other: AbstractSet[Seq]) -> bool:
        """Whether a person decided that they do."""
        return _meet(self._kept, one, other)

    def is_kept(self, claims: AbstractSet[Seq]) -> bool:
        """Whether a person decided that the fact of these claims stays beside another."""
        return not self._kept.keys().isdisjoint(claims)

    def is_in_contest(self, claims: AbstractSet[Seq]) -> bool:
        """Whether the fact of these claims is in contest with any other, shown or not."""
        return not self._contests.keys().isdisjoint(claims)

    def contested_with(self, claims: AbstractSet[Seq]) -> set[Seq]:
        """The claims of the facts that the fact of these claims is in contest with."""
        contests = self._contests
        return {other for claim in claims if claim in contests for other in contests[claim]}

    def is_trimmed(self, loser: AbstractSet[Seq]) -> bool:
        """Whether anything won against the stated end of the fact of these claims."""
        return not self._trimming.keys().isdisjoint(loser)

    def trims(self, winner: AbstractSet[Seq], loser: AbstractSet[Seq]) -> bool:
        """Whether the first won against the stated end of the other."""
        return _meet(self._trimming, loser, winner)


def _either_way(rulings: Iterable[Ruling]) -> _Pairs:
    return _pairs(pair for each in rulings for pair in _both(each))


def _both(ruling: Ruling) -> Iterator[tuple[tuple[Seq, ...], tuple[Seq, ...]]]:
    yield ruling.newcomer, ruling.rival
    yield ruling.rival, ruling.newcomer


def _pairs(sides: Iterable[tuple[tuple[Seq, ...], tuple[Seq, ...]]]) -> _Pairs:
    pairs: dict[Seq, set[Seq]] = {}
    for here, there in sides:
        for claim in here:
            pairs.setdefault(claim, set()).update(there)
    return pairs


def _meet(pairs: _Pairs, one: AbstractSet[Seq], other: AbstractSet[Seq]) -> bool:
    if not pairs:
        return False
    return any(not pairs[claim].isdisjoint(other) for claim in one if claim in pairs)
