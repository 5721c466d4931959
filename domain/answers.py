"""The answer to a command, read off its events: the same when given and when repeated."""

from dataclasses import dataclass

from domain.events import FactAsserted, Recorded, Warned
from domain.words import Seq, Status, Verdict

RULE_VERSION = 1

WARNINGS: dict[Warned, str] = {
    Warned.SECOND_VALUE: (
        "the subject now has two values of this predicate: both stand, since the predicate is not "
        "declared single-valued"
    ),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimAnswer:
    """What became of a claim: the fact it carries, where both stand, and why."""

    fact: Seq
    claim: Seq
    verdict: Verdict
    status: Status
    reason: str
    warnings: tuple[str, ...]


def claim_answer(recorded: Recorded, asserted: FactAsserted) -> ClaimAnswer:
    """The answer to the claim that this event is."""
    joined = asserted.fact != recorded.seq
    return ClaimAnswer(
        fact=asserted.fact,
        claim=recorded.seq,
        verdict=Verdict.CONFIRMED if joined else Verdict.RECORDED,
        status=Status.ACTIVE,
        reason="same_value" if joined else "no_rival",
        warnings=tuple(WARNINGS[each] for each in asserted.warned),
    )
