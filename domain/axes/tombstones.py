"""Tombstones: the standing refusals of values, and which claims each of them refuses."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from domain.axes.events import Consequences, Kind, Restanding
from domain.words import Seq, TokenId
from domain.worldtime.stated import Dated, End, Start, Stated


@dataclass(frozen=True, kw_only=True, slots=True)
class Tombstone:
    """What an invalidation left: the refusal keys of the value, and what to put back if undone.

    `stated` are the bounds that its claims stated, `tries` who said the value again, in order.
    """

    seq: Seq
    fact: Seq
    kind: Kind
    refusals: tuple[bytes, ...]
    stated: tuple[Stated, ...]
    claims: tuple[Seq, ...]
    restandings: tuple[Restanding, ...]
    consequences: Consequences
    tries: tuple[TokenId, ...] = ()

    def tried_by(self, token: TokenId) -> "Tombstone":
        """The tombstone with one more try."""
        return replace(self, tries=(*self.tries, token))

    def refuses(self, refusal: bytes, stated: Stated) -> bool:
        """Whether it refuses a claim of this refusal key that states this.

        Where only the dates were wrong, others are welcome.
        """
        if refusal not in self.refusals:
            return False
        return self.kind is not Kind.WRONG_DATES or any(
            bounds_of(stated) == bounds_of(each) for each in self.stated
        )


def refusing(tombstones: Iterable[Tombstone], refusal: bytes, stated: Stated) -> Tombstone | None:
    """The first tombstone that refuses such a claim."""
    return next((each for each in tombstones if each.refuses(refusal, stated)), None)


def bounds_of(stated: Stated) -> tuple[object, object]:
    """What is compared where one claim states the bounds of another: how they were spelt is not."""
    return _edge(stated.start), _edge(stated.end)


def _edge(edge: Start | End) -> object:
    return edge.bound if isinstance(edge, Dated) else type(edge)
