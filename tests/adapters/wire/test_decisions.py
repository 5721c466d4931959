"""What is taken as a decision, and what is refused under which field."""

from collections.abc import Callable
from functools import partial

import pytest

from adapters.wire.decisions import (
    correct_command,
    end_command,
    invalidate_command,
    outcome_command,
    reinstate_claim_command,
    reinstate_source_command,
    restore_command,
    retract_claim_command,
    retract_source_command,
    review_command,
)
from domain.commands import (
    CorrectFact,
    DecideReview,
    EndFact,
    Invalidate,
    ReinstateClaim,
    ReinstateSource,
    ReportOutcome,
    Restore,
    RetractClaim,
    RetractSource,
)
from domain.duels.signals import Signal
from domain.payloads import Kind, Resolution
from domain.values import Boolean, Text
from domain.words import Seq
from tests.adapters.wire.refusing import refused

SINCE = Seq(9)

invalidate = partial(invalidate_command, fact=Seq(2), unchanged_since=SINCE)
restore = partial(restore_command, fact=Seq(2), unchanged_since=SINCE)
end = partial(end_command, fact=Seq(2), unchanged_since=SINCE)
correct = partial(correct_command, fact=Seq(2), unchanged_since=SINCE)
outcome = partial(outcome_command, fact=Seq(2), unchanged_since=SINCE)
retract = partial(retract_claim_command, claim=Seq(3))
reinstate = partial(reinstate_claim_command, claim=Seq(3))
review = partial(review_command, item=Seq(4))

WHY = {"reason": "why"}


@pytest.mark.parametrize(
    ("read", "doc", "command"),
    [
        (
            invalidate,
            WHY,
            Invalidate(fact=Seq(2), kind=Kind.FALSE, reason="why", unchanged_since=SINCE),
        ),
        (
            invalidate,
            {**WHY, "kind": "wrong_dates"},
            Invalidate(fact=Seq(2), kind=Kind.WRONG_DATES, reason="why", unchanged_since=SINCE),
        ),
        (restore, WHY, Restore(fact=Seq(2), reason="why", unchanged_since=SINCE)),
        (
            end,
            {"valid_to": "2024-05"},
            EndFact(fact=Seq(2), valid_to="2024-05", unchanged_since=SINCE),
        ),
        (
            end,
            {"valid_to": "", **WHY},
            EndFact(fact=Seq(2), valid_to="", reason="why", unchanged_since=SINCE),
        ),
        (
            correct,
            {**WHY, "subject": "Bob", "object": False, "valid_from": "2024", "valid_to": ".."},
            CorrectFact(
                fact=Seq(2),
                reason="why",
                subject="Bob",
                object=Boolean(value=False),
                valid_from="2024",
                valid_to="..",
                unchanged_since=SINCE,
            ),
        ),
        (
            correct,
            {**WHY, "object": "Cork"},
            CorrectFact(fact=Seq(2), reason="why", object=Text(text="Cork"), unchanged_since=SINCE),
        ),
        (
            correct,
            {**WHY, "valid_to": ""},
            CorrectFact(fact=Seq(2), reason="why", valid_to="", unchanged_since=SINCE),
        ),
        (
            outcome,
            {"signal": "test_passed", "success": False},
            ReportOutcome(
                fact=Seq(2), signal=Signal.TEST_PASSED, success=False, unchanged_since=SINCE
            ),
        ),
        (
            outcome,
            {"signal": "cited_by", "success": True, "source": "crm"},
            ReportOutcome(
                fact=Seq(2),
                signal=Signal.CITED_BY,
                success=True,
                source="crm",
                unchanged_since=SINCE,
            ),
        ),
        (retract, WHY, RetractClaim(claim=Seq(3), reason="why")),
        (reinstate, WHY, ReinstateClaim(claim=Seq(3), reason="why")),
        (
            retract_source_command,
            {**WHY, "source": "crm"},
            RetractSource(source="crm", reason="why"),
        ),
        (
            reinstate_source_command,
            {**WHY, "source": "crm"},
            ReinstateSource(source="crm", reason="why"),
        ),
        *(
            (
                review,
                {**WHY, "decision": each.value},
                DecideReview(item=Seq(4), resolution=each, reason="why"),
            )
            for each in set(Resolution) - {Resolution.CLOSE}
        ),
        (
            review,
            {**WHY, "decision": "close", "valid_to": "2024-05-17"},
            DecideReview(
                item=Seq(4), resolution=Resolution.CLOSE, reason="why", valid_to="2024-05-17"
            ),
        ),
    ],
)
def test_a_decision_is_taken(
    read: Callable[[object], object], doc: dict[str, object], command: object
) -> None:
    assert read(doc) == command


@pytest.mark.parametrize(
    ("read", "doc", "refusals"),
    [
        (invalidate, {}, {"reason": "required"}),
        (invalidate, {"reason": ""}, {"reason": "empty"}),
        (invalidate, {"reason": "r" * 10_001}, {"reason": "too_long"}),
        (invalidate, {**WHY, "kind": "ugly"}, {"kind": "unknown_word"}),
        (invalidate, {**WHY, "fact": 3}, {"fact": "unknown_field"}),
        (restore, {"reason": None}, {"reason": "required"}),
        (restore, {**WHY, "kind": "false"}, {"kind": "unknown_field"}),
        (end, {}, {"valid_to": "required"}),
        (end, {"valid_to": None}, {"valid_to": "required"}),
        (end, {"valid_to": 2024}, {"valid_to": "wrong_type"}),
        (end, {"valid_to": "2024", "valid_from": "2023"}, {"valid_from": "unknown_field"}),
        (correct, WHY, {"object": "required"}),
        (correct, {"object": "Cork"}, {"reason": "required"}),
        (correct, {**WHY, "object": 7}, {"object": "wrong_type"}),
        (correct, {**WHY, "subject": ""}, {"subject": "empty"}),
        (correct, {**WHY, "predicate": "p"}, {"predicate": "unknown_field", "object": "required"}),
        (outcome, {}, {"signal": "required", "success": "required"}),
        (outcome, {"signal": "applause", "success": True}, {"signal": "unknown_word"}),
        (outcome, {"signal": "cited_by", "success": "yes"}, {"success": "wrong_type"}),
        (retract, {}, {"reason": "required"}),
        (reinstate, {"why": "why"}, {"why": "unknown_field", "reason": "required"}),
        (retract_source_command, WHY, {"source": "required"}),
        (reinstate_source_command, {**WHY, "source": ""}, {"source": "empty"}),
        (review, WHY, {"decision": "required"}),
        (review, {**WHY, "decision": "shrug"}, {"decision": "unknown_word"}),
        (review, {**WHY, "decision": "close"}, {"valid_to": "required"}),
        (review, {**WHY, "decision": "confirm", "valid_to": "2024"}, {"valid_to": "not_taken"}),
    ],
)
def test_a_faulty_decision_is_refused(
    read: Callable[[object], object], doc: dict[str, object], refusals: dict[str, str]
) -> None:
    assert refused(read(doc)) == refusals
