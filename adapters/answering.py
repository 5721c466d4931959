"""Documents of what came of commands: claims, decisions, declarations.

A value that was struck out and was to come back is refused; as an error, since it is none of what
was asked for.
"""

from adapters.decisions import Document, terms_documents
from adapters.documents import receipt_document
from adapters.errors import Refused
from adapters.postgres.orders import Written
from domain.answers import (
    ClaimAnswer,
    DecisionAnswer,
    RefusedAnswer,
    WaitingAnswer,
    claim_answers,
    decision_answer,
)
from domain.chain import Receipt
from domain.duels.bits import bits_text
from domain.events import ClaimReinstated, ClaimRetracted, PredicateDeclared
from domain.words import Seq


def answer_document(written: Written) -> Document:
    """The answer to a command that made one claim; raises Refused."""
    (document,) = answer_documents(written)
    if isinstance(document, Refused):
        raise document
    return document


def answer_documents(written: Written) -> list[Document | Refused]:
    """An answer for each claim of a command, in order, or that it was refused."""
    return [
        _refused(written, each) if isinstance(each, RefusedAnswer) else _claim(written, each)
        for each in claim_answers(written.recorded)
    ]


def decision_answer_document(written: Written) -> Document:
    """The answer to a decision on a fact or a claim, or on what waits; raises Refused."""
    answer = decision_answer(written.recorded)
    match answer:
        case RefusedAnswer():
            raise _refused(written, answer)
        case WaitingAnswer():
            receipt = _receipt(written, answer.seq)
            return {"review": answer.review, "receipt": receipt_document(receipt)}
        case DecisionAnswer():
            return {
                "fact": answer.fact,
                "seq": answer.seq,
                "status": answer.status.value,
                "receipt": receipt_document(_receipt(written, answer.seq)),
            }


def source_document(written: Written) -> Document:
    """How many claims of a source were taken back, or count again.

    Raises Refused where tombstones refuse them all; those that refuse some are told beside.
    """
    answer = decision_answer(written.recorded)
    if isinstance(answer, RefusedAnswer):
        raise _refused(written, answer)
    claims = {
        claim
        for each in written.recorded
        if isinstance(each.event, ClaimRetracted | ClaimReinstated)
        for claim in each.event.claims
    }
    receipt = written.receipt
    document: Document = {
        "claims": len(claims),
        "seq": receipt.seq,
        "receipt": receipt_document(receipt),
    }
    refused = answer.refused if isinstance(answer, DecisionAnswer) else ()
    if not refused:
        return document
    return {**document, "refused": [{"fact": each.fact, "seq": each.tombstone} for each in refused]}


def declaration_document(written: Written) -> Document:
    """What a predicate was declared to be, or under which seq that is kept as a suggestion."""
    kept = written.events[0]
    declared = kept.recorded.event
    if not isinstance(declared, PredicateDeclared):
        raise TypeError("a command that declares begins with the declaration")
    receipt = receipt_document(kept.receipt)
    if declared.suggested:
        return {"suggestion": kept.recorded.seq, "receipt": receipt}
    what = declared.declaration
    return {
        "predicate": declared.predicate,
        "cardinality": what.cardinality.value,
        "holders": what.holders.value,
        "temporal": what.temporal.value,
        "value": None if what.value is None else what.value.value,
        "unit": what.unit,
        "half_life_days": what.half_life_days,
        "seq": kept.recorded.seq,
        "receipt": receipt,
    }


def _claim(written: Written, answer: ClaimAnswer) -> Document:
    fight = answer.fight
    document: Document = {
        "fact": answer.fact,
        "claim": answer.claim,
        "seq": answer.seq,
        "verdict": answer.verdict.value,
        "status": answer.status.value,
        "rivals": list(answer.rivals),
        "why": {
            "rule": answer.rule,
            "margin": None if fight is None else bits_text(fight.judgement.margin),
            "terms": [] if fight is None else terms_documents(fight),
            "reason": answer.reason,
        },
        "receipt": receipt_document(_receipt(written, answer.seq)),
        "warnings": list(answer.warnings),
    }
    review: Document = {} if answer.review is None else {"review": answer.review}
    echo: Document = {"echo": True} if answer.echo else {}
    return {**document, **review, **echo}


def _refused(written: Written, answer: RefusedAnswer) -> Refused:
    return Refused(
        fact=answer.fact,
        tombstone=answer.tombstone,
        receipt=_receipt(written, answer.seq),
    )


def _receipt(written: Written, seq: Seq) -> Receipt:
    (kept,) = (each for each in written.events if each.recorded.seq == seq)
    return kept.receipt
