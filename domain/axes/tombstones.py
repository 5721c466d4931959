"""Tombstones: the standing refusals of values, and which claims each of them refuses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from domain.axes.standing import Words
from domain.axes.stints import Stint
from domain.events import Refused, Said
from domain.payloads import Act, Consequences, Kind, Restanding
from domain.words import Seq, TokenId
from domain.worldtime.stated import Dated, End, Open, Start, Stated, Undated


@dataclass(frozen=True, kw_only=True, slots=True)
class Tombstone:
    """What an invalidation left: the refusal keys of the value, and what to put back if undone.

    `words` spell the fact as it was struck out, by the `token`; `stated` are the bounds that its
    claims said, and those that they came to count with. `tries` counts who tried to bring the value
    back.
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


def asked_of(
    tombstones: Iterable[Tombstone], stated: Stated, *, stands: Stint | None, rises: Stint
) -> Iterable[Tombstone]:
    """The tombstones that must be asked before a fact comes to be what `rises`, by a claim of this.

    What `stands` of its value may stand although another stint of it was struck out, while it
    reaches no further. But dates that were found wrong are not said again of any.
    """
    if stands is None or rises.reaches_beyond(stands):
        return tombstones
    return (each for each in tombstones if each.kind is Kind.WRONG_DATES and states_any(stated))


def states_any(stated: Stated) -> bool:
    """Whether it states a bound at all."""
    return not (isinstance(stated.start, Undated) and isinstance(stated.end, Open))


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
