"""Decisions: on a fact, on claims, on a source, and on what waits for a person."""

from typing import Final

from adapters.sheets import Sheet, sheet
from adapters.wire.taking import date_of, object_of, text_of
from domain import limits
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
from domain.refusals import Refusal
from domain.values import Value
from domain.words import Seq

INVALIDATE_FIELDS: Final = ("reason", "kind")
REASON_FIELDS: Final = ("reason",)
END_FIELDS: Final = ("valid_to", "reason")
CORRECTED_FIELDS: Final = ("subject", "object", "valid_from", "valid_to")
CORRECT_FIELDS: Final = (*CORRECTED_FIELDS, "reason")
OUTCOME_FIELDS: Final = ("signal", "success", "source")
SOURCE_FIELDS: Final = ("source", "reason")
REVIEW_FIELDS: Final = ("decision", "valid_to", "reason")


def invalidate_command(
    doc: object, *, fact: Seq, unchanged_since: Seq | None = None
) -> Invalidate | tuple[Refusal, ...]:
    """To strike a fact out; it was false, unless another kind of fault is named."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(INVALIDATE_FIELDS)
    command = Invalidate(
        fact=fact,
        kind=given.word("kind", Kind) or Kind.FALSE,
        reason=_reason(given),
        unchanged_since=unchanged_since,
    )
    return tuple(given.refusals) or command


def restore_command(
    doc: object, *, fact: Seq, unchanged_since: Seq | None = None
) -> Restore | tuple[Refusal, ...]:
    """To undo an invalidation."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(REASON_FIELDS)
    command = Restore(fact=fact, reason=_reason(given), unchanged_since=unchanged_since)
    return tuple(given.refusals) or command


def end_command(
    doc: object, *, fact: Seq, unchanged_since: Seq | None = None
) -> EndFact | tuple[Refusal, ...]:
    """To tell until when a fact held; an empty date is one that is unknown."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(END_FIELDS)
    given.required("valid_to")
    command = EndFact(
        fact=fact,
        valid_to=date_of(given, "valid_to") or "",
        reason=given.text("reason", chars_max=limits.REASON_CHARS_MAX),
        unchanged_since=unchanged_since,
    )
    return tuple(given.refusals) or command


def correct_command(
    doc: object, *, fact: Seq, unchanged_since: Seq | None = None
) -> CorrectFact | tuple[Refusal, ...]:
    """To put right what was wrong of a fact: at least one of what can be."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(CORRECT_FIELDS)
    if not any(given.has(name) for name in CORRECTED_FIELDS):
        given.refuse(
            "object", "required", f"say what was wrong: one of {', '.join(CORRECTED_FIELDS)}"
        )
    command = CorrectFact(
        fact=fact,
        reason=_reason(given),
        subject=given.text("subject", chars_max=limits.SUBJECT_CHARS_MAX),
        object=_object(given),
        valid_from=date_of(given, "valid_from"),
        valid_to=date_of(given, "valid_to"),
        unchanged_since=unchanged_since,
    )
    return tuple(given.refusals) or command


def outcome_command(
    doc: object, *, fact: Seq, unchanged_since: Seq | None = None
) -> ReportOutcome | tuple[Refusal, ...]:
    """To report how a fact turned out."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(OUTCOME_FIELDS)
    signal = given.word("signal", Signal) if given.required("signal") else None
    success = given.truth("success") if given.required("success") else None
    command = ReportOutcome(
        fact=fact,
        signal=signal or Signal.CITED_BY,
        success=success or False,
        source=given.text("source", chars_max=limits.SOURCE_CHARS_MAX),
        unchanged_since=unchanged_since,
    )
    return tuple(given.refusals) or command


def retract_claim_command(doc: object, *, claim: Seq) -> RetractClaim | tuple[Refusal, ...]:
    """To take a claim back."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(REASON_FIELDS)
    command = RetractClaim(claim=claim, reason=_reason(given))
    return tuple(given.refusals) or command


def reinstate_claim_command(doc: object, *, claim: Seq) -> ReinstateClaim | tuple[Refusal, ...]:
    """To let a claim count again."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(REASON_FIELDS)
    command = ReinstateClaim(claim=claim, reason=_reason(given))
    return tuple(given.refusals) or command


def retract_source_command(doc: object) -> RetractSource | tuple[Refusal, ...]:
    """To take back every claim of a source."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(SOURCE_FIELDS)
    command = RetractSource(source=_source(given), reason=_reason(given))
    return tuple(given.refusals) or command


def reinstate_source_command(doc: object) -> ReinstateSource | tuple[Refusal, ...]:
    """To let every claim of a source count again."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(SOURCE_FIELDS)
    command = ReinstateSource(source=_source(given), reason=_reason(given))
    return tuple(given.refusals) or command


def review_command(doc: object, *, item: Seq) -> DecideReview | tuple[Refusal, ...]:
    """To decide of what waits; only to close a fact takes a date, and takes one."""
    given = sheet(doc)
    if isinstance(given, Refusal):
        return (given,)
    given.close(REVIEW_FIELDS)
    decision = given.word("decision", Resolution) if given.required("decision") else None
    if decision is Resolution.CLOSE:
        given.required("valid_to")
    elif decision is not None and given.has("valid_to"):
        given.refuse("valid_to", "not_taken", "is the date of a close: leave it out")
    command = DecideReview(
        item=item,
        resolution=decision or Resolution.CONFIRM,
        reason=_reason(given),
        valid_to=date_of(given, "valid_to"),
    )
    return tuple(given.refusals) or command


def _reason(given: Sheet) -> str:
    return text_of(given, "reason", chars_max=limits.REASON_CHARS_MAX)


def _source(given: Sheet) -> str:
    return text_of(given, "source", chars_max=limits.SOURCE_CHARS_MAX)


def _object(given: Sheet) -> Value | None:
    return object_of(given) if given.has("object") else None
