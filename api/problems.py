"""Errors to answers: one table from each kind to its status, one shape (RFC 9457) for all."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from adapters import log
from adapters.documents import receipt_document
from adapters.errors import (
    Behind,
    Busy,
    Conflict,
    FactledgerError,
    Fault,
    Forbidden,
    Invalid,
    NotAuthenticated,
    NotFound,
    PreconditionFailed,
    Refused,
    Unavailable,
)
from domain.refusals import Refusal
from domain.words import Verdict

MEDIA_TYPE: Final = "application/problem+json"

ERRORS_MAX: Final = 50
"""How many faults of an input an answer names."""

UNAVAILABLE_RETRY_S: Final = 1

STATUSES: Final[Mapping[type[FactledgerError], HTTPStatus]] = {
    NotAuthenticated: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    PreconditionFailed: HTTPStatus.PRECONDITION_FAILED,
    Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    Busy: HTTPStatus.TOO_MANY_REQUESTS,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    Fault: HTTPStatus.INTERNAL_SERVER_ERROR,
}


def problem_document(error: FactledgerError) -> dict[str, object]:
    """The document that tells of an error; also what stands for a claim that a batch lost."""
    told = document(status_of(error), title=error.title, detail=error.detail)
    match error:
        case Invalid():
            told["detail"] = "the input can't be taken as it is; `errors` names what and where"
            told["errors"] = [_named(each) for each in error.refusals[:ERRORS_MAX]]
        case Refused():
            told["verdict"] = Verdict.REFUSED.value
            told["tombstone"] = {"fact": error.fact, "seq": error.tombstone}
            told["receipt"] = receipt_document(error.receipt)
        case Behind():
            told["seq"] = error.seq
        case Fault():
            told["reference"] = error.reference
        case _:
            pass
    return told


def document(status: HTTPStatus, *, title: str, detail: str) -> dict[str, object]:
    """What every problem says."""
    return {
        "type": f"urn:factledger:{title.replace(' ', '-')}",
        "title": title,
        "status": status.value,
        "detail": detail,
    }


def status_of(error: FactledgerError) -> HTTPStatus:
    """The status of an error, which is that of its nearest kind in the table."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def problem(error: Exception) -> Response:
    """The answer to an error; what is not foreseen is logged and answered with its reference."""
    match error:
        case FactledgerError():
            return _answer(status_of(error), problem_document(error), _headers(error))
        case HTTPException():
            status = HTTPStatus(error.status_code)
            told = document(status, title=status.phrase.lower(), detail=error.detail)
            return _answer(status, told, error.headers or {})
        case _:
            return problem(Fault(reference=log.fault(error)))


async def answer(_: Request, error: Exception) -> Response:
    """The answer to an error, as FastAPI asks for it."""
    return problem(error)


def _named(refusal: Refusal) -> dict[str, str]:
    return {"field": refusal.field, "code": refusal.code, "detail": refusal.detail}


def _headers(error: FactledgerError) -> Mapping[str, str]:
    match error:
        case NotAuthenticated():
            return {"WWW-Authenticate": "Bearer"}
        case Busy():
            return {"Retry-After": str(error.retry_after_s)}
        case Unavailable():
            return {"Retry-After": str(UNAVAILABLE_RETRY_S)}
        case _:
            return {}


def _answer(status: HTTPStatus, told: Mapping[str, object], headers: Mapping[str, str]) -> Response:
    # Escaped throughout: a field's name may repeat what no encoding can hold.
    return Response(json.dumps(told), status, dict(headers), MEDIA_TYPE)
