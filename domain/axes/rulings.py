"""Rulings as decisions give them, and which of the earlier ones outlast a decision."""

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Final

from domain.duels.duel import Relation
from domain.events import DuelResolved, Reviewed
from domain.payloads import Ruling
from domain.words import Seq, Verdict

RULING_ORDER: Final = attrgetter("decided", "newcomer", "rival", "verdict")
"""What rulings are sorted by: as they were given, and those of one decision by their claims."""


def rulings_after(
    rulings: Iterable[Ruling], event: DuelResolved | Reviewed, seq: Seq
) -> tuple[Ruling, ...]:
    """The rulings once a fact was decided as a newcomer by the event at this seq."""
    given = _duelled(event, seq) if isinstance(event, DuelResolved) else _settled(event, seq)
    lost = frozenset(claim for each in given if _ends(each, event) for claim in each.rival)
    left = _outlasting(rulings, frozenset(event.claims), lost)
    return (*left, *given)


def _duelled(event: DuelResolved, seq: Seq) -> tuple[Ruling, ...]:
    return tuple(
        Ruling(
            verdict=each.verdict,
            newcomer=event.claims,
            rival=each.claims,
            decided=seq,
            trims=each.relation is Relation.OVERLAP and each.verdict is Verdict.SUPERSEDES,
        )
        for each in event.fights
    )


def _settled(event: Reviewed, seq: Seq) -> tuple[Ruling, ...]:
    return tuple(
        Ruling(
            verdict=each.verdict,
            newcomer=event.claims,
            rival=each.claims,
            decided=seq,
            trims=each.trims,
            kept=each.verdict is Verdict.CONTESTED,
        )
        for each in event.settled
    )


def _ends(ruling: Ruling, event: DuelResolved | Reviewed) -> bool:
    """Whether the rival's own challenge of the newcomer is over with it."""
    wins = {Verdict.SUPERSEDES, Verdict.DISPLACES}
    return isinstance(event, Reviewed) or ruling.verdict in wins


def _outlasting(
    rulings: Iterable[Ruling], decided: frozenset[Seq], lost: frozenset[Seq]
) -> Iterable[Ruling]:
    """The rulings that still hold once a newcomer was decided, and beat those that lost."""
    for each in rulings:
        gone: frozenset[Seq] = frozenset()
        if not each.kept:
            gone |= decided
            if each.verdict in {Verdict.CONTESTED, Verdict.QUARANTINED} and not (
                decided.isdisjoint(each.rival)
            ):
                gone |= lost
        if gone.isdisjoint(each.newcomer):
            yield each
            continue
        newcomer = tuple(claim for claim in each.newcomer if claim not in gone)
        if newcomer:
            yield replace(each, newcomer=newcomer)
