"""Saying a value: which fact the claim joins, if any, and whether it is refused."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from domain.axes.acting import ask_a_person
from domain.axes.axis import Axis
from domain.axes.commands import MakeClaim
from domain.axes.hearing import fights_of
from domain.axes.people import bears_a_persons_word
from domain.axes.rows import excludes_any, standing_class
from domain.axes.settling import Course, is_at_rest
from domain.axes.standing import Claim, claim_of, overridden, standing_of, withheld
from domain.axes.stints import Stint, stint_of
from domain.axes.tombstones import (
    Tombstone,
    asked_of,
    bounds_of,
    refused,
    refusing,
    states_any,
)
from domain.events import FactAsserted
from domain.keys import LineKey
from domain.payloads import Act, Asked, Correction, Wish
from domain.words import ActorKind, Seq, Status, is_visible
from domain.worldtime.stated import Open, Stated, Undated


def make_claim(course: Course, command: MakeClaim) -> None:
    """Write the claim and what follows from it, or that it was refused."""
    axis = course.axis
    if not axis.claims and not axis.tombstones:
        # There is nothing here that it could join, fight or be refused by.
        course.write(_drafted(course, command, status=Status.ACTIVE))
        return
    event = _drafted(course, command, status=Status.QUARANTINED)
    said = claim_of(course.next(event), event, command.said, like=None, mode=course.mode)
    like = said_before(axis, said.line, said.said, observed_at=said.observed_at)
    claim = said if like is None else overridden(said, like)
    joined = _joined(axis, claim)
    tombstone = _refusing(axis, said, claim, joined)
    if tombstone is not None:
        course.write(refused(tombstone, act=Act.CLAIM, said=command.said))
        return
    waits = _ends_what_a_person_decides(axis, claim, joined)
    counted = withheld(claim) if waits else claim
    course.touched |= set() if standing_of(joined) is Status.ACTIVE else {claim.seq}
    made = _made(axis, event, counted, joined, like=like)
    course.write(replace(made, withheld=True) if waits else made)
    if waits:
        asked = Asked(correction=Correction(end=claim.stated.end))
        ask_a_person(course, course.axis.timeline.of(claim.seq), Wish.END, asked)
    if made.status is not Status.ACTIVE or not is_at_rest(axis, counted.line):
        course.settle(claim=counted)


def said_before(
    axis: Axis, line: LineKey, stated: Stated, *, observed_at: datetime
) -> Claim | None:
    """Who said the same and was corrected or ended since: that decision is a standing one."""
    found = _amended_since(axis, line, stated, observed_at)
    return next((each for each in found if each.invalidated is None), None)


def _drafted(course: Course, command: MakeClaim, *, status: Status) -> FactAsserted:
    """The claim as if it joined nothing."""
    return FactAsserted(
        fact=Seq(course.seq + 1),
        said=command.said,
        quotes=command.quotes,
        derived_from=command.derived_from,
        warned=command.warned,
        joined=(),
        status=status,
        confirms=False,
        like=None,
        withheld=False,
        named=command.named,
        shown_at=command.shown_at,
    )


def _refusing(axis: Axis, said: Claim, claim: Claim, joined: tuple[Claim, ...]) -> Tombstone | None:
    """What refuses the claim as it was said, as it counts, or as the struck fact it was said of."""
    if not axis.tombstones:
        return None
    facts = {axis.timeline.of(each.seq).fact for each in joined}
    confirms = len(facts) == 1 and is_visible(standing_of(joined))
    stands = axis.timeline.of(joined[0].seq) if confirms else None
    rises = axis.carried_by(replace(claim, status=standing_of(joined)))
    asked = tuple(asked_of(axis.tombstones, claim.stated, stands=stands, rises=rises))
    found = refusing(asked, said.refusal, said.stated) or refusing(
        asked, claim.refusal, claim.stated
    )
    if found is not None or claim is not said:
        return found
    # What was corrected and then struck out is refused in the words that were corrected, too.
    struck = _amended_since(axis, said.line, said.said, said.observed_at)
    seqs = {each.invalidated for each in struck}
    asked = axis.tombstones if states_any(said.said) else asked
    return next((each for each in asked if each.seq in seqs), None)


def _amended_since(
    axis: Axis, line: LineKey, stated: Stated, observed_at: datetime
) -> Iterator[Claim]:
    """Who said the same, whose claim was corrected or ended since, and maybe struck out then."""
    for each in axis.claims.values():
        if (
            each.amended is not None
            and each.said_line == line
            and bounds_of(each.said) == bounds_of(stated)
            and _falls_into(axis.timeline.of(each.seq), stated, observed_at)
        ):
            yield each


def _falls_into(stint: Stint, stated: Stated, observed_at: datetime) -> bool:
    """Whether what a claim says is said of this fact: where it states no start, by when."""
    if not isinstance(stated.start, Undated):
        return True
    return stint.end is None or observed_at < stint.end.latest


def _joined(axis: Axis, claim: Claim) -> tuple[Claim, ...]:
    """The other claims of the fact that it would carry: what is shown comes first."""
    beside = {
        standing_class(each)
        for each in axis.claims.values()
        if each.line == claim.line and each.invalidated is None
    }
    for status in (Status.ACTIVE, Status.QUARANTINED, Status.DISPLACED):
        if status in beside:
            stint = axis.carried_by(replace(claim, status=status))
            others = tuple(each for each in stint.claims if each.seq != claim.seq)
            if others:
                return others
    return ()


def _ends_what_a_person_decides(axis: Axis, claim: Claim, joined: tuple[Claim, ...]) -> bool:
    """Whether an agent's stated end would end what a person left open, or outlast their end."""
    counting = [each for each in joined if not each.retracted]
    if (
        claim.kind is not ActorKind.AGENT
        or isinstance(claim.stated.end, Open)
        or not counting
        or not bears_a_persons_word(axis, joined)
    ):
        return False
    if all(isinstance(each.stated.end, Open) for each in counting):
        return True
    ends = axis.timeline.of(counting[0].seq).end
    later = axis.carried_by(replace(claim, status=standing_of(joined))).end
    was_amended = not axis.amended_by_people.isdisjoint(each.seq for each in joined)
    return was_amended and ends is not None and later is not None and later.latest > ends.latest


def _made(
    axis: Axis,
    event: FactAsserted,
    claim: Claim,
    joined: tuple[Claim, ...],
    *,
    like: Claim | None,
) -> FactAsserted:
    facts = sorted({axis.timeline.of(each.seq).fact for each in joined})
    return replace(
        event,
        fact=facts[0] if facts else claim.seq,
        status=_first_standing(axis, claim, joined),
        confirms=standing_of(joined) is Status.ACTIVE,
        joined=tuple(facts),
        like=None if like is None else like.seq,
    )


def _first_standing(axis: Axis, claim: Claim, joined: tuple[Claim, ...]) -> Status:
    """Where it stands once recorded: with those it joins, or hidden while it has to fight."""
    status = standing_of(joined)
    if status is not Status.UNSUPPORTED:
        return status
    if not excludes_any(axis.declaration):
        return Status.ACTIVE
    temporal = axis.declaration.temporal
    stint = axis.carried_by(claim) if joined else stint_of([claim], temporal=temporal)
    return Status.QUARANTINED if fights_of(axis, stint) else Status.ACTIVE
