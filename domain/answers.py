"""The answer to a command, read off its events: the same when given and when repeated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from domain.events import FactAsserted, Recorded, Warned
from domain.words import Seq, Status, Verdict

_RULE: Final = 1
"""The version of the rules by which a claim of an undeclared predicate is answered."""

WARNINGS: Final[Mapping[Warned, str]] = {
    Warned.SECOND_VALUE: (
        "the subject now has two values of this predicate: both stand, since the predicate is not "
        "declared single-valued"
    ),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimAnswer:
    """What became of a claim: the fact it carries, where both stand, and why, by which rules."""

    fact: Seq
    claim: Seq
    verdict: Verdict
    status: Status
    rule: int
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
        rule=_RULE,
        reason="same_value" if joined else "no_rival",
        warnings=tuple(WARNINGS[each] for each in asserted.warned),
    )
