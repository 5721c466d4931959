"""Answers: from what came of a request to a status and a document."""

from http import HTTPStatus
from typing import assert_never

from starlette.responses import JSONResponse, Response

from adapters.documents import Document, answer_document, answer_documents, as_of_document
from adapters.errors import FactledgerError
from adapters.postgres.orders import Outcome, Written
from adapters.postgres.views import AsOf
from api.calls import Call
from api.problems import problem_document
from domain.words import Verdict


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
    document = answer_document(_written(call, outcome))
    return JSONResponse(document, status_of(Verdict(str(document["verdict"]))))


def claims(call: Call, outcome: Outcome) -> Response:
    """The answer to claims that were one act; raises the error that it met."""
    return JSONResponse({"results": answer_documents(_written(call, outcome))})


def results(call: Call, outcomes: list[Outcome]) -> Response:
    """The answer to claims that each stood for itself: an answer or a problem each, in order."""
    return JSONResponse({"results": [_result(call, each) for each in outcomes]})


def created(document: Document) -> Response:
    """The answer to an order that made something."""
    return JSONResponse(document, HTTPStatus.CREATED)


def told(call: Call, document: Document, as_of: AsOf | None = None) -> Response:
    """The answer to a question, with what it was true of."""
    if as_of is None:
        return JSONResponse(document)
    call.seq = as_of.seq
    return JSONResponse({**document, "as_of": as_of_document(as_of)})


def _written(call: Call, outcome: Outcome) -> Written:
    if isinstance(outcome, FactledgerError):
        raise outcome
    call.seq = outcome.receipt.seq
    return outcome


def _result(call: Call, outcome: Outcome) -> Document:
    if isinstance(outcome, FactledgerError):
        return problem_document(outcome)
    call.seq = max(outcome.receipt.seq, call.seq or outcome.receipt.seq)
    return answer_document(outcome)
