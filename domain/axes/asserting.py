"""Saying a value: which fact the claim joins, if any, and whether it is refused."""

from dataclasses import replace

from domain.axes.axis import Axis
from domain.axes.commands import By, MakeClaim
from domain.axes.events import ClaimMade, ClaimRefused, ReviewRequested, Wish
from domain.axes.hearing import fights_of
from domain.axes.settling import Course
from domain.axes.standing import Claim, standing_of
from domain.axes.stints import Stint
from domain.axes.tombstones import bounds_of, refusing
from domain.words import ActorKind, Seq, Status, is_visible
from domain.worldtime.stated import Open, Undated


def make_claim(course: Course, command: MakeClaim, by: By) -> None:
    """Write the claim and what follows from it, or that it was refused."""
    claim = _as_overridden(course.axis, _drafted(course, command, by))
    joined = _joined(course.axis, claim)
    status = standing_of(joined)
    tombstone = refusing(course.axis.tombstones, command.value.refusal, claim.said) or refusing(
        course.axis.tombstones, claim.refusal, claim.stated
    )
    if tombstone is not None and not is_visible(status):
        course.write(ClaimRefused(tombstone=tombstone.seq, line=claim.said_line, token=by.token))
        return
    withheld = _closes_what_a_person_left_open(claim, joined)
    if withheld:
        claim = replace(claim, stated=replace(claim.stated, end=Open(said=False)))
    course.touched |= set() if status is Status.ACTIVE else {claim.seq}
    course.write(_made(course.axis, claim, joined))
    if withheld:
        fact = course.axis.timeline.of(claim.seq).fact
        wish = ReviewRequested(fact=fact, wish=Wish.END, token=by.token, kind=by.kind)
        course.write(wish)
    course.settle(claim=claim)


def _drafted(course: Course, command: MakeClaim, by: By) -> Claim:
    """The claim as it would be recorded next, hidden until it is decided."""
    return Claim(
        seq=Seq(course.seq + 1),
        line=command.value.line,
        stated=command.stated,
        refusal=command.value.refusal,
        said_line=command.value.line,
        said=command.stated,
        voice=by.voice,
        observed_at=command.observed_at,
        echo=command.echo,
        confirms=False,
        status=Status.QUARANTINED,
    )


def _as_overridden(axis: Axis, claim: Claim) -> Claim:
    """The claim as it counts: a correction or an end of what it says again is a standing one."""
    for each in axis.claims.values():
        if (
            each.amended is not None
            and each.invalidated is None
            and each.said_line == claim.line
            and bounds_of(each.said) == bounds_of(claim.said)
            and _falls_into(axis.timeline.of(each.seq), claim)
        ):
            return replace(
                claim,
                line=each.line,
                refusal=each.refusal,
                stated=each.stated,
                amended=each.amended,
            )
    return claim


def _falls_into(stint: Stint, claim: Claim) -> bool:
    """Whether what a claim says is said of this fact: where it states no start, by when."""
    if not isinstance(claim.said.start, Undated):
        return True
    return stint.end is None or claim.observed_at < stint.end.latest


def _joined(axis: Axis, claim: Claim) -> tuple[Claim, ...]:
    """The other claims of the fact that it would carry: what is shown comes first."""
    for status in (Status.ACTIVE, Status.QUARANTINED, Status.DISPLACED):
        tentative = _tentative(axis, replace(claim, status=status))
        stint = tentative.timeline.of(claim.seq)
        others = tuple(each for each in stint.claims if each.seq != claim.seq)
        if others:
            return others
    return ()


def _tentative(axis: Axis, claim: Claim) -> Axis:
    return replace(axis, claims={**axis.claims, claim.seq: claim})


def _closes_what_a_person_left_open(claim: Claim, joined: tuple[Claim, ...]) -> bool:
    """Whether an agent's stated end would end what a person said is open."""
    counting = [each for each in joined if not each.retracted]
    return (
        claim.voice.kind is ActorKind.AGENT
        and not isinstance(claim.stated.end, Open)
        and all(isinstance(each.stated.end, Open) for each in counting)
        and any(each.voice.kind is ActorKind.HUMAN for each in counting)
    )


def _made(axis: Axis, claim: Claim, joined: tuple[Claim, ...]) -> ClaimMade:
    facts = {axis.timeline.of(each.seq).fact for each in joined}
    return ClaimMade(
        line=claim.line,
        refusal=claim.refusal,
        stated=claim.stated,
        said_line=claim.said_line,
        said=claim.said,
        voice=claim.voice,
        observed_at=claim.observed_at,
        echo=claim.echo,
        status=_first_standing(axis, claim, joined),
        confirms=standing_of(joined) is Status.ACTIVE,
        joined=tuple(sorted(facts)),
        amended=claim.amended,
    )


def _first_standing(axis: Axis, claim: Claim, joined: tuple[Claim, ...]) -> Status:
    """Where it stands once recorded: with those it joins, or hidden while it has to fight."""
    status = standing_of(joined)
    if status is not Status.UNSUPPORTED:
        return status
    tentative = _tentative(axis, claim)
    fights = fights_of(tentative, tentative.timeline.of(claim.seq))
    return Status.QUARANTINED if fights else Status.ACTIVE
