"""What was decided of the facts of an axis, found by the claims of two of them."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import InitVar, dataclass, field
from itertools import takewhile
from operator import is_, truth
from typing import Final, NamedTuple, TypeVar

from domain.payloads import Ruling
from domain.words import Seq, Verdict

_Pairs = Mapping[Seq, set[Seq]]
_Each = TypeVar("_Each")


class Index(NamedTuple):
    """Where among rulings those of a newcomer are, and which claims they set against which."""

    places: Mapping[Seq, tuple[int, ...]]
    contests: _Pairs
    kept: _Pairs
    trimming: _Pairs


_EMPTY: Final = Index({}, {}, {}, {})


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruled:
    """The rulings on an axis; which claims they set against which is worked out once.

    `resumes` are others that these most likely begin with: what follows from them is known.
    """

    rulings: tuple[Ruling, ...]
    resumes: InitVar["Ruled | None"] = None
    index: Index = field(init=False, compare=False, repr=False)

    def __post_init__(self, resumes: "Ruled | None") -> None:
        index, begun = _EMPTY, 0
        if resumes is not None and self.rulings[: len(resumes.rulings)] == resumes.rulings:
            index, begun = resumes.index, len(resumes.rulings)
        further = self.rulings[begun:]
        contests = [each for each in further if each.verdict is Verdict.CONTESTED]
        kept = [each for each in contests if each.kept]
        trims = [(each.rival, each.newcomer) for each in further if each.trims]
        places = dict(index.places)
        for place, ruling in enumerate(further, start=begun):
            for claim in ruling.newcomer:
                places[claim] = (*places.get(claim, ()), place)
        grown = Index(
            places,
            _with(index.contests, [side for each in contests for side in _both(each)]),
            _with(index.kept, [side for each in kept for side in _both(each)]),
            _with(index.trimming, trims),
        )
        object.__setattr__(self, "index", grown)

    def are_in_contest(self, one: AbstractSet[Seq], other: AbstractSet[Seq]) -> bool:
        """Whether facts of these claims stand beside each other undecided."""
        return _meet(self.index.contests, one, other)

    def given(self, newcomer: AbstractSet[Seq]) -> list[Ruling]:
        """The rulings in which the fact of these claims was the newcomer, as they were given."""
        places = {place for claim in newcomer for place in self.index.places.get(claim, ())}
        return [self.rulings[place] for place in sorted(places)]

    def are_kept(self, one: AbstractSet[Seq], other: AbstractSet[Seq]) -> bool:
        """Whether a person decided that they do."""
        return _meet(self.index.kept, one, other)

    def is_kept(self, claims: AbstractSet[Seq]) -> bool:
        """Whether a person decided that the fact of these claims stays beside another."""
        return not self.index.kept.keys().isdisjoint(claims)

    def is_in_contest(self, claims: AbstractSet[Seq]) -> bool:
        """Whether the fact of these claims is in contest with any other, shown or not."""
        return not self.index.contests.keys().isdisjoint(claims)

    def contested_with(self, claims: AbstractSet[Seq]) -> set[Seq]:
        """The claims of the facts that the fact of these claims is in contest with."""
        contests = self.index.contests
        return {other for claim in claims if claim in contests for other in contests[claim]}

    def is_trimmed(self, loser: AbstractSet[Seq]) -> bool:
        """Whether anything won against the stated end of the fact of these claims."""
        return not self.index.trimming.keys().isdisjoint(loser)

    def trims(self, winner: AbstractSet[Seq], loser: AbstractSet[Seq]) -> bool:
        """Whether the first won against the stated end of the other."""
        return _meet(self.index.trimming, loser, winner)


def apart(these: Sequence[_Each], others: Sequence[_Each]) -> set[_Each]:
    """What is among these or among the others, and not among both."""
    # What was there before is the same object, and most of it comes first.
    same = sum(takewhile(truth, map(is_, these, others)))
    return set(these[same:]) ^ set(others[same:])


def _both(ruling: Ruling) -> Iterator[tuple[tuple[Seq, ...], tuple[Seq, ...]]]:
    yield ruling.newcomer, ruling.rival
    yield ruling.rival, ruling.newcomer


def _with(known: _Pairs, sides: Sequence[tuple[tuple[Seq, ...], tuple[Seq, ...]]]) -> _Pairs:
    """These pairs and further ones; what is known of other claims is shared."""
    if not sides:
        return known
    pairs = dict(known)
    own: set[Seq] = set()
    for here, there in sides:
        for claim in here:
            if claim in own:
                pairs[claim].update(there)
            else:
                pairs[claim] = {*known.get(claim, ()), *there}
                own.add(claim)
    return pairs


def _meet(pairs: _Pairs, one: AbstractSet[Seq], other: AbstractSet[Seq]) -> bool:
    if not pairs:
        return False
    return any(not pairs[claim].isdisjoint(other) for claim in one if claim in pairs)
