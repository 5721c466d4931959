"""The duel: what becomes of a newcomer whose value meets another one on their axis."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, assert_never

from domain.duels import rule
from domain.duels.bits import Bits
from domain.duels.evidence import Support, has_persons_word, last_evidence, last_word, sole_voice
from domain.duels.strength import Strength, Weighed, echoed, faded
from domain.duels.voices import VoiceId
from domain.predicates import Declaration, Temporal
from domain.words import Verdict


class Relation(StrEnum):
    """How the newcomer's stretch of world time meets its rival's."""

    SUCCESSION = "succession"
    """The newcomer comes after: the rival may have been right until then."""
    CONTRADICTION = "contradiction"
    """One of them is wrong: they are of a constant or an event, or start together."""
    OVERLAP = "overlap"
    """The newcomer starts within what the rival stated the end of: a contradiction."""


class Reason(StrEnum):
    """What decided the verdict."""

    MARGIN = "margin"
    """The margin alone."""
    SELF_REVISION = "self_revision"
    """A voice replaced what it alone supports, whatever the margin."""
    PERSONS_WORD = "persons_word"
    """It won by its margin, but what a person said needs a person's voice on the other side."""
    TRADING_PLACES = "trading_places"
    """It won, but had been beaten so short a while before, and no new voice speaks for it."""


FAVOUR: Final = {verdict: place for place, verdict in enumerate(Verdict)}
"""How favourable each verdict is to the newcomer, the least first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """The verdict on a newcomer against one rival, with every number that went into it."""

    verdict: Verdict
    reason: Reason
    margin: Bits
    newcomer: Strength
    rival: Strength
    rule: int


def judge(
    newcomer: Weighed,
    rival: Weighed,
    *,
    relation: Relation,
    half_life: timedelta | None,
    trading_places: bool = False,
) -> Judgement:
    """Whether a newcomer wins against this rival, is contested or is quarantined.

    `half_life` is what `half_life_of` tells, `trading_places` what `trades_places` does.
    """
    challenger, defender = newcomer.support, rival.support
    challenge = newcomer.capped if has_persons_word(defender) else newcomer.strength
    challenge = echoed(challenge, challenger)
    defence = rival.strength
    if half_life is not None:
        age = max(last_evidence(challenger) - last_evidence(defender), timedelta())
        defence = faded(defence, age=age, half_life=half_life)
    margin = Bits(challenge.bits - defence.bits)
    verdict, reason = _verdict(
        challenger, defender, relation=relation, margin=margin, trading_places=trading_places
    )
    return Judgement(
        verdict=verdict,
        reason=reason,
        margin=margin,
        newcomer=challenge,
        rival=defence,
        rule=rule.RULE_VERSION,
    )


def verdict_of(judgements: Sequence[Judgement]) -> Verdict:
    """What becomes of a newcomer that fought all of these: the least favourable of the verdicts."""
    verdicts = (each.verdict for each in judgements)
    return min(verdicts, key=FAVOUR.__getitem__, default=Verdict.RECORDED)


def trades_places(
    newcomer: Support, *, supported_by: Collection[VoiceId], beaten_at: datetime, window: timedelta
) -> bool:
    """Whether a value that was beaten comes back within the window and with no voice but its old.

    `supported_by` are the voices it had, `beaten_at` the `observed_at` of the claim that beat it or
    the record time of another event that did. A window of nothing forbids nothing.
    """
    return abs(last_evidence(newcomer) - beaten_at) < window and all(
        each.voice.id in supported_by for each in newcomer.counted
    )


def half_life_of(declaration: Declaration) -> timedelta | None:
    """In what time evidence comes to count half; None where it does not fade.

    Only a state can have changed since it was last seen.
    """
    match declaration.temporal:
        case Temporal.STATE:
            return timedelta(days=declaration.half_life_days)
        case Temporal.CONSTANT | Temporal.EVENT:
            return None
        case _:
            assert_never(declaration.temporal)


def band_of(relation: Relation) -> rule.Band:
    """The thresholds that a margin is held against."""
    match relation:
        case Relation.SUCCESSION:
            return rule.SUCCESSION
        case Relation.CONTRADICTION | Relation.OVERLAP:
            return rule.CONTRADICTION
        case _:
            assert_never(relation)


def slack(margin: Bits, relation: Relation) -> Bits:
    """How far a margin is from where the verdict would be another."""
    band = band_of(relation)
    return Bits(min(abs(margin - band.wins), abs(margin - band.quarantined)))


def _verdict(
    newcomer: Support, rival: Support, *, relation: Relation, margin: Bits, trading_places: bool
) -> tuple[Verdict, Reason]:
    band = band_of(relation)
    reason = Reason.SELF_REVISION if _is_self_revision(newcomer, rival) else Reason.MARGIN
    if reason is Reason.MARGIN and margin <= band.quarantined:
        return Verdict.QUARANTINED, reason
    if reason is Reason.MARGIN and margin < band.wins:
        return Verdict.CONTESTED, reason
    if relation is not Relation.SUCCESSION and _lacks_a_person(newcomer, rival):
        return Verdict.CONTESTED, Reason.PERSONS_WORD
    if trading_places:
        return Verdict.CONTESTED, Reason.TRADING_PLACES
    return _win(relation), reason


def _is_self_revision(newcomer: Support, rival: Support) -> bool:
    """Whether the one voice that supports the rival has said the newcomer since."""
    voice = sole_voice(rival)
    if voice is None or _lacks_a_person(newcomer, rival):
        return False
    said, revised = last_word(rival, voice), last_word(newcomer, voice)
    return said is not None and revised is not None and said < revised


def _lacks_a_person(newcomer: Support, rival: Support) -> bool:
    return has_persons_word(rival) and not has_persons_word(newcomer)


def _win(relation: Relation) -> Verdict:
    match relation:
        case Relation.SUCCESSION | Relation.OVERLAP:
            return Verdict.SUPERSEDES
        case Relation.CONTRADICTION:
            return Verdict.DISPLACES
        case _:
            assert_never(relation)
