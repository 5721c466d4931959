"""The docket of an axis: which of its facts stand as they were last heard, and what that rests on.

Facts in contest and in quarantine are heard again after every event on their axis. On a long one
that changes little of what there is to be heard of most of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeVar

from domain.axes.known import Beat
from domain.axes.ruled import apart
from domain.axes.timeline import Timeline
from domain.duels.duel import Relation
from domain.duels.evidence import Dependant, Report
from domain.duels.strength import Weighed
from domain.duels.voices import UNKNOWN, Record, VoiceId
from domain.keys import LineKey
from domain.predicates import Temporal
from domain.words import Seq, Verdict

_Key = TypeVar("_Key", Seq, VoiceId)
_Each = TypeVar("_Each")


class Differing(NamedTuple):
    """The facts that are otherwise than they were, each set a part of the next.

    `changed` differ in themselves or in what speaks for them. Of the `heard` something else is to
    be heard: they, or where they end. The `met` others may meet otherwise: they, or where they end
    or would without the fact that they end at.
    """

    changed: set[Seq]
    heard: set[Seq]
    met: set[Seq]


@dataclass(frozen=True, kw_only=True, slots=True)
class Grounds:
    """All that a hearing of a fact rests on, as an axis and what lies beside it have it."""

    timeline: Timeline
    beats: tuple[Beat, ...]
    reports: tuple[tuple[Seq, Report], ...]
    confirmed: frozenset[Seq]
    window: timedelta
    records: Mapping[VoiceId, Record]
    dependants: Mapping[Seq, tuple[Dependant, ...]]

    def differing_from(self, before: "Grounds") -> Differing | None:
        """The facts of which something else is to be heard; None where it may be of all.

        That is of what they are, where they end, and what speaks for them; whom they meet then is
        not looked at.
        """
        was, is_ = before.timeline, self.timeline
        if self.window != before.window or is_.declaration != was.declaration:
            return None
        changed = is_.differing_from(was)
        changed.update(self._otherwise_supported(before))
        ended: set[Seq] = set()
        followed: set[Seq] = set()
        if is_.declaration.temporal is Temporal.STATE:
            for fact, stint in is_.by_fact.items():
                if fact not in changed:
                    now, known = is_.enders(stint), was.enders(was.by_fact[fact])
                    if now is not known and now != known:
                        (followed if now.first == known.first else ended).add(fact)
        return Differing(changed, changed | ended, changed | ended | followed)

    def _otherwise_supported(self, before: "Grounds") -> Iterator[Seq]:
        """The facts of which other evidence is known, or that they were beaten."""
        claims: set[Seq] = set(self.confirmed ^ before.confirmed)
        claims.update(claim for claim, _ in apart(self.reports, before.reports))
        if self.dependants != before.dependants:
            claims.update(_differing(self.dependants, before.dependants, ()))
        voices: set[VoiceId] = set()
        if self.records != before.records:
            voices.update(_differing(self.records, before.records, UNKNOWN))
        lines = {each.line for each in apart(self.beats, before.beats)}
        if not claims and not voices and not lines:
            return
        for timeline in (self.timeline, before.timeline):
            for stint in timeline.stints:
                if (
                    stint.line in lines
                    or not claims.isdisjoint(stint.seqs)
                    or any(each.voice.id in voices for each in stint.counting)
                ):
                    yield stint.fact


def _differing(
    one: Mapping[_Key, _Each], other: Mapping[_Key, _Each], nothing: _Each
) -> Iterator[_Key]:
    """Of what the two tell something else."""
    for key in one.keys() | other.keys():
        if one.get(key, nothing) != other.get(key, nothing):
            yield key


class Met(NamedTuple):
    """A fight that a fact had when it was heard, and the verdict of that one alone."""

    claims: frozenset[Seq]
    relation: Relation
    verdict: Verdict


class Hearing(NamedTuple):
    """How a fact fared that stands as it was heard: its fights by the facts that it met.

    `parted` are facts that it does not meet as they stand: what parts of these it met may change
    although they do not.
    """

    verdict: Verdict
    trades: bool
    met: Mapping[Seq, tuple[Met, ...]]
    parted: tuple[Seq, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Docket:
    """The hearings that would come out the same on these grounds, and what was weighed there.

    On the timeline `apart` no two facts hold together that were never weighed with one another.
    """

    grounds: Grounds
    apart: Timeline | None
    hearings: dict[Seq, Hearing] = field(default_factory=dict)
    weighed: dict[frozenset[Seq], Weighed] = field(default_factory=dict)


@dataclass(kw_only=True, slots=True)
class Place:
    """Where the docket of an axis is left that begins with this claim.

    Threads may share it: a docket that was left is never changed.
    """

    first: Seq
    line: LineKey
    recorded_at: datetime
    docket: Docket | None = None


# An axis is put together anew for every group of commands, mostly as it was left by the last one.
# What is found is held against the axis before it is used, so that a wrong one costs only time.
@lru_cache(maxsize=64)
def left_at(first: Seq, line: LineKey, recorded_at: datetime) -> Place:
    """The place of the axis that begins with this claim, as long as it is remembered."""
    return Place(first=first, line=line, recorded_at=recorded_at)
