"""A person's word on a fact: what agents may not undo, and what their stated ends wait for."""

from collections.abc import Collection

from domain.axes.axis import Axis
from domain.axes.standing import Claim
from domain.duels.evidence import Report, last_reports
from domain.duels.signals import Signal
from domain.words import ActorKind


def bears_a_persons_word(axis: Axis, claims: Collection[Claim]) -> bool:
    """Whether a person said, confirmed, corrected or ended the fact of these claims, or kept it.

    Whoever a person names as a source, it is the person's word; in a duel it is not, where a source
    weighs as a system does. Where all was taken back, what was said once is what there is.
    """
    seqs = frozenset(each.seq for each in claims)
    return (
        any(each.kind is ActorKind.HUMAN for each in _counting(claims))
        or not axis.confirmed.isdisjoint(seqs)
        or not axis.amended_by_people.isdisjoint(seqs)
        or axis.timeline.ruled.is_kept(seqs)
        or any(map(_confirms, last_reports(each for claim, each in axis.reports if claim in seqs)))
    )


def agents_alone_support(axis: Axis, claims: Collection[Claim]) -> bool:
    """Whether no system and no person has a word on the fact of these claims."""
    by_agents = all(each.kind is ActorKind.AGENT for each in _counting(claims))
    return by_agents and not bears_a_persons_word(axis, claims)


def _counting(claims: Collection[Claim]) -> Collection[Claim]:
    return [each for each in claims if not each.retracted] or claims


def _confirms(report: Report) -> bool:
    return (
        report.signal is Signal.USER_CONFIRMED and report.by is ActorKind.HUMAN and report.success
    )
