"""Answers: from what came of a request to a status and a document."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar, assert_never

from starlette.responses import JSONResponse, Response

from adapters.answering import (
    answer_document,
    answer_documents,
    decision_answer_document,
    declaration_document,
    source_document,
)
from adapters.documents import Document, as_of_document, page_document
from adapters.errors import FactledgerError, Refused
from adapters.postgres.orders import Outcome, Written
from adapters.postgres.views import AsOf, Page
from api.calls import Call
from api.problems import problem_document
from api.questions import Paging
from domain.words import Verdict

T = TypeVar("T")


def status_of(verdict: Verdict) -> HTTPStatus:
    """The status that answers a claim of this verdict."""
    match verdict:
        case Verdict.CONFIRMED:
            return HTTPStatus.OK
        case (
            Verdict.RECORDED
            | Verdict.SUPERSEDES
            | Verdict.DISPLACES
            | Verdict.CONTESTED
            | Verdict.QUARANTINED
        ):
            return HTTPStatus.CREATED
        case Verdict.REFUSED:
            return HTTPStatus.CONFLICT
        case _:
            assert_never(verdict)


def claim(call: Call, outcome: Outcome) -> Response:
    """The answer to one claim; raises the error that it met."""
    document = answer_document(written(call, outcome))
    return JSONResponse(document, status_of(Verdict(str(document["verdict"]))))


def claims(call: Call, outcome: Outcome) -> Response:
    """The answer to claims that were one act; raises the error that it met, or that one did."""
    documents = answer_documents(written(call, outcome))
    for each in documents:
        if isinstance(each, Refused):
            raise each
    return JSONResponse({"results": documents})


def results(call: Call, outcomes: list[Outcome]) -> Response:
    """The answer to claims that each stood for itself: an answer or a problem each, in order."""
    return JSONResponse({"results": [_result(call, each) for each in outcomes]})


def decision(written: Written) -> Response:
    """The answer to a decision: done, or under which seq a person must decide."""
    document = decision_answer_document(written)
    return JSONResponse(document, HTTPStatus.ACCEPTED if "review" in document else HTTPStatus.OK)


def claims_of_source(written: Written) -> Response:
    """The answer to what was done to all claims of a source."""
    return JSONResponse(source_document(written))


def declaration(written: Written) -> Response:
    """The answer to a declaration: done, or kept as a suggestion."""
    document = declaration_document(written)
    kept = "suggestion" in document
    return JSONResponse(document, HTTPStatus.ACCEPTED if kept else HTTPStatus.OK)


def created(document: Document) -> Response:
    """The answer to an order that made something."""
    return JSONResponse(document, HTTPStatus.CREATED)


def told(call: Call, document: Document, as_of: AsOf | None = None) -> Response:
    """The answer to a question, with what it was true of."""
    if as_of is None:
        return JSONResponse(document)
    call.seq = as_of.seq
    return JSONResponse({**document, "as_of": as_of_document(as_of)})


def listed(
    call: Call,
    name: str,
    document: Callable[[T], Document],
    page: Page[T],
    paging: Paging,
    *,
    beside: Document | None = None,
) -> Response:
    """The answer to a question for a list, with what stands beside the list."""
    whole = page_document(name, [document(each) for each in page.rows], page)
    return told(call, {**whole, **(beside or {}), "next": paging.cursor(page.next)}, page.as_of)


def written(call: Call, outcome: Outcome) -> Written:
    """What was written; raises the error that there was instead."""
    if isinstance(outcome, FactledgerError):
        raise outcome
    call.seq = max(outcome.receipt.seq, call.seq or outcome.receipt.seq)
    return outcome


def _result(call: Call, outcome: Outcome) -> Document:
    if isinstance(outcome, FactledgerError):
        return problem_document(outcome)
    (document,) = answer_documents(written(call, outcome))
    return problem_document(document) if isinstance(document, Refused) else document
