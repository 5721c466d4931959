"""Tombstones: the standing refusals of values, and which claims each of them refuses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from domain.axes.standing import Words
from domain.events import Refused, Said
from domain.payloads import Act, Consequences, Kind, Restanding
from domain.words import Seq, TokenId
from domain.worldtime.stated import Dated, End, Start, Stated


@dataclass(frozen=True, kw_only=True, slots=True)
class Tombstone:
    """What an invalidation left: the refusal keys of the value, and what to put back if undone.

    `words` spell the fact as it was struck out, by the `token`; `stated` are the bounds that its
    claims said. `tries` counts who tried to bring the value back.
    """

    seq: Seq
    fact: Seq
    kind: Kind
    words: Words
    refusals: tuple[bytes, ...]
    stated: tuple[Stated, ...]
    claims: tuple[Seq, ...]
    restandings: tuple[Restanding, ...]
    consequences: Consequences
    reason: str | None
    token: TokenId
    recorded_at: datetime
    tries: Mapping[TokenId, int] = field(default_factory=dict[TokenId, int])

    def tried_by(self, token: TokenId) -> "Tombstone":
        """The tombstone with one more try."""
        return replace(self, tries={**self.tries, token: self.tries.get(token, 0) + 1})

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


def refused(
    tombstone: Tombstone, *, act: Act, fact: Seq | None = None, said: Said | None = None
) -> Refused:
    """That a tombstone refuses what was tried: of this fact, or a claim that said this."""
    return Refused(tombstone=tombstone.seq, struck=tombstone.fact, act=act, fact=fact, said=said)


def bounds_of(stated: Stated) -> tuple[object, object]:
    """What is compared where one claim states the bounds of another: how they were spelt is not."""
    return _edge(stated.start), _edge(stated.end)


def _edge(edge: Start | End) -> object:
    return edge.bound if isinstance(edge, Dated) else type(edge)
