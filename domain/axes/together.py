"""Facts that hold together and must not: what no decision has set against each other yet."""

from collections.abc import Mapping
from typing import Final

from domain.axes.rows import excludes_any
from domain.axes.stints import Stint, comes_after
from domain.axes.timeline import Timeline
from domain.predicates import Temporal
from domain.words import Seq
from domain.worldtime.bounds import (
    FIRST,
    Stretch,
    certainly_overlap,
    exactly,
    starts_at_or_after_the_end,
)

Elders = Mapping[Seq, tuple[Stint, ...]]
"""By fact, some that are older."""

_EVER: Final = Stretch(start=exactly(FIRST), end=None)


def elders_of(timeline: Timeline, *, before: Timeline | None = None) -> Elders:
    """By fact, the earlier ones that it certainly holds together with and was not weighed with.

    Earlier by seq, not by place. On the timeline `before` there were none.
    """
    if len(timeline.visible) <= 1 or not excludes_any(timeline.declaration):
        return {}
    if before is not None and not _any_came_together(timeline, before):
        return {}
    found: dict[Seq, list[Stint]] = {}
    ahead: list[tuple[Stint, Stretch]] = []
    for stint, stretch in _by_start(timeline):
        ahead = [each for each in ahead if not starts_at_or_after_the_end(stretch, each[1])]
        for other, _ in ahead:
            if not timeline.are_in_contest(stint, other) and hold_together(timeline, stint, other):
                elder, younger = sorted((stint, other), key=lambda each: each.fact)
                found.setdefault(younger.fact, []).append(elder)
        ahead.append((stint, stretch))
    return {fact: tuple(elders) for fact, elders in found.items()}


def _any_came_together(timeline: Timeline, before: Timeline) -> bool:
    """Whether any two came to hold together: one of them at least is other than it was."""
    if timeline.declaration != before.declaration:
        return True
    known, changed = before.by_fact, timeline.differing_from(before)
    others = [each for each in timeline.visible if each.fact not in changed]
    moved = [each for each in timeline.visible if each.fact in changed]
    moved += [
        each for each in others if _stretch(timeline, each) != _stretch(before, known[each.fact])
    ]
    return any(
        not timeline.are_in_contest(one, other)
        for one in moved
        for other in timeline.rivals(one)
        if hold_together(timeline, one, other)
    )


def hold_together(timeline: Timeline, one: Stint, other: Stint) -> bool:
    """Whether two facts that exclude each other certainly both hold at some instant."""
    here, there = _stretch(timeline, one), _stretch(timeline, other)
    if here is None or there is None or not timeline.declaration.excludes(one.line, other.line):
        return False
    if not certainly_overlap(here, there):
        return False
    is_state = timeline.declaration.temporal is Temporal.STATE
    return not is_state or not (_gives_way(one, other) or _gives_way(other, one))


def _by_start(timeline: Timeline) -> list[tuple[Stint, Stretch]]:
    stretches = ((each, _stretch(timeline, each)) for each in timeline.visible)
    found = [(stint, stretch) for stint, stretch in stretches if stretch is not None]
    return sorted(found, key=lambda pair: (pair[1].start.earliest, pair[0].fact))


def _stretch(timeline: Timeline, stint: Stint) -> Stretch | None:
    is_constant = timeline.declaration.temporal is Temporal.CONSTANT
    return _EVER if is_constant else timeline.stretch(stint)


def _gives_way(open_one: Stint, other: Stint) -> bool:
    """Whether the first, without a stated end, ends or pauses where the other holds."""
    return open_one.end is None and comes_after(other, open_one)
