"""What the ledger came to believe otherwise, and why: how versions of facts differ.

A version is what was known of a fact from one command to another. Two of them, and the events
between, make a change; applied to what was known before, the changes give what is known after.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from domain.axes.segments import Segment, certainty_at
from domain.keys import LineKey
from domain.values import Value
from domain.words import Seq, Status, Verdict, is_visible
from domain.worldtime.bounds import LAST, Bound, Certainty


class Turn(StrEnum):
    """What became of a fact."""

    ASSERTED = "asserted"
    """It is new, or was taken back and is said again."""

    CONFIRMED = "confirmed"
    """It is said once more."""

    SUPERSEDED = "superseded"
    """Another value took over from it, or does so earlier."""

    DISPLACED = "displaced"
    """Another value stands in its place."""

    CONTESTED = "contested"
    """It stands beside another value, undecided."""

    RESOLVED = "resolved"
    """It stands undecided no more; or its claims came to be another fact's, or a fact at last."""

    CORRECTED = "corrected"
    """We were wrong: its value, subject, start or end is another."""

    ENDED = "ended"
    """The world changed: it ends, or ends otherwise."""

    RETRACTED = "retracted"
    """Some of its claims, or all, were taken back."""

    INVALIDATED = "invalidated"
    """It was struck out."""

    RESTORED = "restored"
    """It holds again, or for longer: what had stood against it is gone."""

    QUARANTINED = "quarantined"
    """It is hidden until it is decided otherwise."""

    REDACTED = "redacted"
    """What was said of it was erased."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """What was known of a fact: what it says, where it stands, when it holds, who ends it.

    `rivals` are what it is in contest with, `claims` how many count. `segments` are where it holds,
    were it visible; `end` is its effective end, None while it is open, and `ended_by` the fact that
    ends it there.
    """

    fact: Seq
    line: LineKey
    subject: str
    predicate: str
    object: Value
    status: Status
    rivals: frozenset[Seq]
    claims: int
    segments: tuple[Segment, ...]
    end: Bound | None
    ended_by: Seq | None

    @property
    def contested(self) -> bool:
        """Whether it is in contest with another."""
        return bool(self.rivals)


@dataclass(frozen=True, kw_only=True, slots=True)
class Telling:
    """An event, with the facts that it named; `verdict` where it decided a fact."""

    seq: Seq
    type: str
    facts: frozenset[Seq]
    verdict: Verdict | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What became of a fact, and the events that caused it.

    `before` is None where the fact was not, `after` where it is no more.
    """

    fact: Seq
    turn: Turn
    before: Version | None
    after: Version | None
    causes: tuple[Telling, ...]


class Belief(NamedTuple):
    """What was believed of an instant: that a value held, how surely, and whether undisputed."""

    line: LineKey
    certainty: Certainty
    contested: bool


Versions = Mapping[Seq, Version]
"""What was known of each fact at a record time; a fact that was not is not there."""


def changes(before: Versions, after: Versions, told: Sequence[Telling]) -> tuple[Change, ...]:
    """What became of the facts between two record times, by fact; `told` are the events between."""
    facts = sorted(before.keys() | after.keys())
    found = (change_of(before.get(fact), after.get(fact), told) for fact in facts)
    return tuple(each for each in found if each is not None)


def change_of(
    before: Version | None, after: Version | None, told: Sequence[Telling]
) -> Change | None:
    """What became of one fact by these events; None where it is as it was."""
    known = after or before
    if known is None or before == after:
        return None
    own = tuple(each for each in told if known.fact in each.facts)
    return Change(
        fact=known.fact,
        turn=_turn(before, after, {each.type for each in own}),
        before=before,
        after=after,
        causes=own or _around(before, told) or _around(after, told) or tuple(told),
    )


def applied(found: Iterable[Change], before: Versions) -> dict[Seq, Version]:
    """What is known once what was known has so changed."""
    versions = dict(before)
    for each in found:
        versions.pop(each.fact, None)
        if each.after is not None:
            versions[each.fact] = each.after
    return versions


def at_instant(found: Iterable[Change], at: datetime) -> tuple[Change, ...]:
    """The changes by which the belief about this instant became another.

    That one fact came to hold what another of the same value had held changes no belief.
    """
    all_of = tuple(found)
    were = {belief for each in all_of if (belief := belief_of(each.before, at))}
    are = {belief for each in all_of if (belief := belief_of(each.after, at))}
    other = were ^ are
    return tuple(
        each
        for each in all_of
        if belief_of(each.before, at) in other or belief_of(each.after, at) in other
    )


def belief_of(version: Version | None, at: datetime) -> Belief | None:
    """What a version has us believe of an instant; None where it does not hold, or is not shown."""
    if version is None or not is_visible(version.status):
        return None
    certainty = certainty_at(version.segments, at)
    return None if certainty is None else Belief(version.line, certainty, version.contested)


def _around(version: Version | None, told: Sequence[Telling]) -> tuple[Telling, ...]:
    """The events that named what a version is in contest with, or what ends it."""
    if version is None:
        return ()
    met = version.rivals if version.ended_by is None else version.rivals | {version.ended_by}
    return tuple(each for each in told if not met.isdisjoint(each.facts))


_INTO: Final = {
    Status.ERASED: Turn.REDACTED,
    Status.INVALIDATED: Turn.INVALIDATED,
    Status.UNSUPPORTED: Turn.RETRACTED,
    Status.DISPLACED: Turn.DISPLACED,
    Status.QUARANTINED: Turn.QUARANTINED,
    Status.CONTESTED: Turn.CONTESTED,
}
"""What it is to come to stand so; to come to be active is told by what had been."""

_INTENT: Final = {"FactCorrected": Turn.CORRECTED, "FactEnded": Turn.ENDED}
"""What a decision on the fact itself meant, whatever else followed from it."""


def _turn(before: Version | None, after: Version | None, own: Collection[str]) -> Turn:
    """What became of a fact that events of these types named."""
    intent = next((turn for type_, turn in _INTENT.items() if type_ in own), None)
    if after is None:
        return Turn.REDACTED if "Erased" in own else intent or Turn.RESOLVED
    was = None if before is None else before.status
    if was is not after.status and after.status in _INTO:
        return _INTO[after.status]
    if intent is not None:
        return intent
    if before is not None and before.status is after.status:
        return _moved(before, after)
    if was in {None, Status.UNSUPPORTED} and "FactAsserted" in own:
        return Turn.ASSERTED
    is_back = was in {Status.INVALIDATED, Status.UNSUPPORTED, Status.DISPLACED, Status.ERASED}
    return Turn.RESTORED if is_back else Turn.RESOLVED


def _moved(before: Version, after: Version) -> Turn:
    """It stands where it stood, and something else of it is otherwise."""
    if before.line != after.line:
        return Turn.CORRECTED
    if after.rivals - before.rivals:
        return Turn.CONTESTED
    if before.end != after.end:
        return _ends_otherwise(before, after)
    if before.rivals != after.rivals:
        return Turn.RESOLVED
    if before.claims == after.claims and before.segments != after.segments:
        return Turn.RESTORED if _holds_wherever(before, after) else Turn.SUPERSEDED
    return Turn.RETRACTED if after.claims < before.claims else Turn.CONFIRMED


def _ends_otherwise(before: Version, after: Version) -> Turn:
    if after.ended_by is None and after.end is not None:
        return Turn.ENDED
    return Turn.RESTORED if _latest(before) < _latest(after) else Turn.SUPERSEDED


def _latest(version: Version) -> datetime:
    return LAST if version.end is None else version.end.latest


def _holds_wherever(before: Version, after: Version) -> bool:
    """Whether it holds wherever it held, and as surely."""
    segments = (*before.segments, *after.segments)
    edges = {edge for each in segments for edge in (each.start, each.end) if edge is not None}
    sure = {None: 0, Certainty.POSSIBLE: 1, Certainty.DEFINITE: 2}
    return all(
        sure[certainty_at(before.segments, at)] <= sure[certainty_at(after.segments, at)]
        for at in edges
    )
