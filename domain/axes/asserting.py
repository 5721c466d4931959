"""Saying a value: which fact the claim joins, if any, and whether it is refused."""

from dataclasses import replace

from domain.axes.axis import Axis
from domain.axes.commands import MakeClaim
from domain.axes.hearing import fights_of
from domain.axes.rows import excludes_any, standing_class
from domain.axes.settling import Course, is_at_rest
from domain.axes.standing import Claim, claim_of, overridden, standing_of, withheld
from domain.axes.stints import Stint, stint_of
from domain.axes.tombstones import Tombstone, bounds_of, refused, refusing
from domain.events import FactAsserted, ReviewRequested
from domain.payloads import Act, Asked, Correction, Wish
from domain.words import ActorKind, Seq, Status, is_visible
from domain.worldtime.stated import Open, Undated


def make_claim(course: Course, command: MakeClaim) -> None:
    """Write the claim and what follows from it, or that it was refused."""
    axis, event = course.axis, _drafted(course, command)
    said = claim_of(course.next(event), event, command.said, like=None, mode=course.mode)
    like = _said_before(axis, said)
    claim = said if like is None else overridden(said, like)
    joined = _joined(axis, claim)
    status = standing_of(joined)
    tombstone = _refusing(axis, said, claim)
    if tombstone is not None and not is_visible(status):
        course.write(refused(tombstone, act=Act.CLAIM, said=command.said))
        return
    closes = _closes_what_a_person_left_open(claim, joined)
    counted = withheld(claim) if closes else claim
    course.touched |= set() if status is Status.ACTIVE else {claim.seq}
    made = _made(axis, event, counted, joined, like=like)
    course.write(replace(made, withheld=True) if closes else made)
    if closes:
        fact = course.axis.timeline.of(claim.seq).fact
        asked = Asked(correction=Correction(end=claim.stated.end))
        course.write(ReviewRequested(fact=fact, wish=Wish.END, asked=asked))
    if made.status is not Status.ACTIVE or not is_at_rest(axis, counted.line):
        course.settle(claim=counted)


def _drafted(course: Course, command: MakeClaim) -> FactAsserted:
    """The claim as if it joined nothing, hidden until it is decided."""
    return FactAsserted(
        fact=Seq(course.seq + 1),
        said=command.said,
        quotes=command.quotes,
        derived_from=command.derived_from,
        warned=command.warned,
        joined=(),
        status=Status.QUARANTINED,
        confirms=False,
        like=None,
        withheld=False,
        named=command.named,
        shown_at=command.shown_at,
    )


def _refusing(axis: Axis, said: Claim, claim: Claim) -> Tombstone | None:
    """What refuses the claim as it was said, or as it counts."""
    return refusing(axis.tombstones, said.refusal, said.stated) or refusing(
        axis.tombstones, claim.refusal, claim.stated
    )


def _said_before(axis: Axis, claim: Claim) -> Claim | None:
    """Who said the same and was corrected or ended since: that decision is a standing one."""
    for each in axis.claims.values():
        if (
            each.amended is not None
            and each.invalidated is None
            and each.said_line == claim.line
            and bounds_of(each.said) == bounds_of(claim.said)
            and _falls_into(axis.timeline.of(each.seq), claim)
        ):
            return each
    return None


def _falls_into(stint: Stint, claim: Claim) -> bool:
    """Whether what a claim says is said of this fact: where it states no start, by when."""
    if not isinstance(claim.said.start, Undated):
        return True
    return stint.end is None or claim.observed_at < stint.end.latest


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


def _closes_what_a_person_left_open(claim: Claim, joined: tuple[Claim, ...]) -> bool:
    """Whether an agent's stated end would end what a person said is open."""
    counting = [each for each in joined if not each.retracted]
    return (
        claim.voice.kind is ActorKind.AGENT
        and not isinstance(claim.stated.end, Open)
        and all(isinstance(each.stated.end, Open) for each in counting)
        and any(each.voice.kind is ActorKind.HUMAN for each in counting)
    )


def _made(
    axis: Axis,
    event: FactAsserted,
    claim: Claim,
    joined: tuple[Claim, ...],
    *,
    like: Claim | None,
) -> FactAsserted:
    facts = {axis.timeline.of(each.seq).fact for each in joined}
    return replace(
        event,
        fact=min(facts, default=claim.seq),
        status=_first_standing(axis, claim, joined),
        confirms=standing_of(joined) is Status.ACTIVE,
        joined=tuple(sorted(facts)),
        like=None if like is None else like.seq,
    )


def _first_standing(axis: Axis, claim: Claim, joined: tuple[Claim, ...]) -> Status:
    """Where it stands once recorded: with those it joins, or hidden while it has to fight."""
    status = standing_of(joined)
    if status is not Status.UNSUPPORTED:
        return status
    if not axis.claims or not excludes_any(axis.declaration):
        return Status.ACTIVE
    temporal = axis.declaration.temporal
    stint = axis.carried_by(claim) if joined else stint_of([claim], temporal=temporal)
    return Status.QUARANTINED if fights_of(axis, stint) else Status.ACTIVE
