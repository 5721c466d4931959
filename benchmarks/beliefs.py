"""What a ledger shows of a key, now, for any day and as of any day, beside what a fold has."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar, cast

from benchmarks.chance import draws
from benchmarks.client import Answer, Client
from benchmarks.plain_fold import PlainFold
from benchmarks.sender import SIDE_BY_SIDE
from benchmarks.spelling import read, topic
from benchmarks.statements import Key, Line

T = TypeVar("T")
S = TypeVar("S")

PAIRS: Final = 500
_SECOND: Final = timedelta(seconds=1)
_HALF_A_SECOND: Final = _SECOND / 2

Shown = tuple[str, ...]
"""The values of a key that are shown, in JSON: none, one, or several that are in contest."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A key at an instant, and the number of the last line of the file that was said by then."""

    key: Key
    at: datetime
    line: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Belief:
    """What the maintainers had of a pair, what they settled on, and what the ledger shows.

    `known` is as of the record time at which the ledger had been told so much, `valid` for the
    instant by all that it was told since.
    """

    key: Key
    had: str | None
    settled: str | None
    known: Shown
    valid: Shown


def pairs(lines: Sequence[Line]) -> list[Pair]:
    """Random statements, each at a random instant at which it was the last word on its key.

    Instants lie half a second behind a whole one, and so behind all that was said in it.
    """
    until = _until(lines)
    instants = [each.at for each in lines]
    drawn = draws("pairs")
    found: list[Pair] = []
    while len(found) < min(PAIRS, len(lines)):
        number = next(drawn) % len(lines)
        begun = lines[number].at.replace(microsecond=0)
        seconds = (until[number] - begun) // _SECOND
        if seconds:
            at = begun + next(drawn) % seconds * _SECOND + _HALF_A_SECOND
            last = bisect_right(instants, at) - 1
            found.append(Pair(key=lines[number].key, at=at, line=last))
    return found


def beliefs(
    client: Client, chosen: Iterable[Pair], fold: PlainFold, reached: Sequence[int]
) -> list[Belief]:
    """What is shown of each pair on both clocks; `reached` is the sender's."""

    def asked(pair: Pair) -> Belief:
        return Belief(
            key=pair.key,
            had=fold.believed(pair.key, pair.at),
            settled=fold.settled(pair.key),
            known=_shown(client, pair.key, known_at=str(reached[pair.line])),
            valid=_shown(client, pair.key, valid_at=pair.at.isoformat()),
        )

    return each_asked(asked, chosen)


def shown_now(client: Client) -> dict[tuple[str, str], Shown]:
    """All values that are shown now, by subject and predicate."""
    found: dict[tuple[str, str], Shown] = {}
    for fact in client.pages("facts"):
        key = str(fact["subject"]), str(fact["predicate"])
        found[key] = tuple(sorted((*found.get(key, ()), read(fact["object"]))))
    return found


def is_shown_alone(value: str | None, shown: Shown) -> bool:
    """Whether a value is what is shown, and nothing beside it; None where nothing should be."""
    return shown == (() if value is None else (value,))


def each_asked(question: Callable[[S], T], about: Iterable[S]) -> list[T]:
    """The answers to a question about each of many, in order."""
    with ThreadPoolExecutor(SIDE_BY_SIDE) as side_by_side:
        return list(side_by_side.map(question, about))


def _until(lines: Sequence[Line]) -> list[datetime]:
    """For each line, when something else was said of its key, or a second after the last line."""
    following: dict[Key, datetime] = {}
    found: list[datetime] = []
    for each in reversed(lines):
        found.append(following.get(each.key, lines[-1].at + _SECOND))
        following[each.key] = each.at
    return found[::-1]


def _shown(client: Client, key: Key, **when: str) -> Shown:
    subject, predicate = topic(key)
    answer = client.ask("/facts", subject=subject, predicate=predicate, **when)
    return tuple(sorted(read(each["object"]) for each in cast("list[Answer]", answer["facts"])))
