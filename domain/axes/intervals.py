"""Intervals: an axis as stretches in which the same facts hold, from what is known of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from domain.axes.segments import Segment
from domain.words import Seq
from domain.worldtime.bounds import FIRST, Certainty


@dataclass(frozen=True, kw_only=True, slots=True)
class Holding:
    """A visible fact with the stretches in which it holds, no two of them at one instant."""

    fact: Seq
    contested: bool
    segments: tuple[Segment, ...]


class Holder(NamedTuple):
    """A fact that holds throughout an interval, how surely, and whether it is in contest."""

    fact: Seq
    certainty: Certainty
    contested: bool


class Span(NamedTuple):
    """From when until when the same facts hold, by fact; without an end the last goes on."""

    start: datetime
    end: datetime | None
    facts: tuple[Holder, ...]


def intervals(holdings: Iterable[Holding]) -> tuple[Span, ...]:
    """The intervals from the first instant on, in order, those in which nothing holds too."""
    begins: dict[datetime, dict[Seq, Holder]] = {FIRST: {}}
    ends: dict[datetime, set[Seq]] = {}
    for each in holdings:
        for start, end, certainty in each.segments:
            begins.setdefault(start, {})[each.fact] = Holder(each.fact, certainty, each.contested)
            if end is not None:
                ends.setdefault(end, set()).add(each.fact)
    holding: dict[Seq, Holder] = {}
    found: list[Span] = []
    for instant in sorted(begins.keys() | ends.keys()):
        for fact in ends.get(instant, ()):
            del holding[fact]
        holding.update(begins.get(instant, {}))
        facts = tuple(holding[fact] for fact in sorted(holding))
        if found and found[-1].facts == facts:
            continue
        if found:
            found[-1] = found[-1]._replace(end=instant)
        found.append(Span(instant, None, facts))
    return tuple(found)
