"""What follows from taking something away, and how it is put back: exactly, where nothing came."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.axes.axis import Axis
from domain.axes.naming import named_by
from domain.axes.settling import Course
from domain.events import AxisEvent, ClaimReinstated, ClaimRetracted, Invalidated, Restored
from domain.payloads import Consequences, PutBack, Restanding
from domain.words import Seq


def take_away(course: Course, event: Invalidated | ClaimRetracted) -> None:
    """Write the event with all that follows from it, and then the decisions that do."""
    ahead = course.ahead()
    ahead.write(event)
    ahead.settle()
    struck = event.claims if isinstance(event, Invalidated) else ()
    told = replace(event, consequences=_consequences(course.axis, ahead, apart_from=struck))
    following: list[AxisEvent] = [told, *ahead.events[1:]]
    for each in following:
        course.write(each)


def put_back(
    axis: Axis, undone: Iterable[Consequences], *, own: Iterable[Restanding] = ()
) -> PutBack:
    """What stands as these left it ever since, and so is as it was again."""
    followed = tuple(undone)
    restandings = (*own, *(changed for each in followed for changed in each.restandings))
    return PutBack(
        restandings=tuple(
            Restanding(claim=each.claim, before=each.after, after=each.before)
            for each in restandings
            if each.claim in axis.claims and axis.claims[each.claim].status is each.after
        ),
        given_up=tuple(
            ruling for each in followed for ruling in each.given if ruling in axis.rulings
        ),
        given=tuple(
            ruling for each in followed for ruling in each.given_up if ruling not in axis.rulings
        ),
    )


def bring_back(
    course: Course, event: Restored | ClaimReinstated, *, since: Seq, last: Seq | None
) -> None:
    """Write the event, and decide again what else has happened on the axis since it was taken.

    `last` is the last event of what is wholly undone: where the axis has not changed after it,
    there is nothing to decide.
    """
    is_as_it_was = course.axis.changed == last
    course.write(event)
    if is_as_it_was:
        return
    # What was said since never met what was away.
    course.moved |= {each for each in _beside(course.axis, named_by(event)) if each > since}
    course.settle()


def _beside(axis: Axis, claims: Iterable[Seq]) -> Iterator[Seq]:
    """The claims that lie on an axis with these; a correction may have brought in others."""
    lines = {axis.claims[each].line for each in claims if each in axis.claims}
    excludes = axis.declaration.excludes
    for each in axis.claims.values():
        if each.line in lines or any(excludes(each.line, line) for line in lines):
            yield each.seq


def _consequences(axis: Axis, ahead: Course, *, apart_from: Iterable[Seq]) -> Consequences:
    taken = frozenset(apart_from)
    after = ahead.axis
    return Consequences(
        restandings=tuple(
            Restanding(claim=seq, before=claim.status, after=after.claims[seq].status)
            for seq, claim in axis.claims.items()
            if seq not in taken and claim.status is not after.claims[seq].status
        ),
        given_up=tuple(each for each in axis.rulings if each not in after.rulings),
        given=tuple(each for each in after.rulings if each not in axis.rulings),
        events=len(ahead.events) - 1,
    )
