"""Errors to answers: no kind is forgotten, and none says more than it should."""

import json
import logging

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import Response

from adapters.errors import (
    Behind,
    Busy,
    CannotStart,
    Conflict,
    FactledgerError,
    Fault,
    Forbidden,
    Invalid,
    NotAuthenticated,
    NotFound,
    PreconditionFailed,
    Refused,
    SchemaMismatch,
    Unavailable,
)
from api.problems import ERRORS_MAX, STATUSES, problem, problem_document
from domain.chain import Receipt
from domain.refusals import Refusal
from domain.words import LedgerName, Seq

REFUSED = Refused(
    fact=Seq(2),
    tombstone=Seq(3),
    receipt=Receipt(ledger=LedgerName("main"), seq=Seq(4), leaf_hash=bytes(32)),
)

ANSWERS: list[tuple[Exception, int, dict[str, str]]] = [
    (NotAuthenticated("x"), 401, {"WWW-Authenticate": "Bearer"}),
    (Forbidden("x"), 403, {}),
    (NotFound("x"), 404, {}),
    (Conflict("x"), 409, {}),
    (REFUSED, 409, {}),
    (PreconditionFailed("x"), 412, {}),
    (Invalid(), 422, {}),
    (Busy("x", retry_after_s=7), 429, {"Retry-After": "7"}),
    (Unavailable("x"), 503, {"Retry-After": "1"}),
    (Behind(seq=Seq(2), wanted=Seq(3)), 503, {"Retry-After": "1"}),
    (CannotStart("x"), 503, {"Retry-After": "1"}),
    (SchemaMismatch("x"), 503, {"Retry-After": "1"}),
    (Fault(reference="abc"), 500, {}),
    (HTTPException(404), 404, {}),
    (HTTPException(405, headers={"Allow": "GET"}), 405, {"Allow": "GET"}),
    (HTTPException(413, "too much"), 413, {}),
    (HTTPException(421, "elsewhere"), 421, {}),
    (RuntimeError("x"), 500, {}),
]


def document(response: Response) -> dict[str, object]:
    found: dict[str, object] = json.loads(bytes(response.body))
    return found


@pytest.mark.parametrize(("error", "status", "headers"), ANSWERS)
def test_an_error_is_answered_by_its_kind(
    error: Exception, status: int, headers: dict[str, str]
) -> None:
    response = problem(error)
    told = document(response)
    assert (response.status_code, told["status"]) == (status, status)
    assert response.headers["Content-Type"] == "application/problem+json"
    assert {name: response.headers.get(name) for name in headers} == headers
    assert {"type", "title", "status", "detail"} <= set(told)


def kinds(kind: type[FactledgerError]) -> set[type[FactledgerError]]:
    below = kind.__subclasses__()
    return set(below).union(*map(kinds, below))


def test_no_kind_of_error_is_forgotten() -> None:
    answered = {type(error) for error, *_ in ANSWERS if isinstance(error, FactledgerError)}
    assert kinds(FactledgerError) == answered
    assert set(STATUSES) < answered


def test_a_refused_value_is_answered_with_its_tombstone_and_the_receipt_of_the_try() -> None:
    told = problem_document(REFUSED)
    assert (told["verdict"], told["tombstone"]) == ("refused", {"fact": 2, "seq": 3})
    assert told["receipt"] == {"ledger": "main", "seq": 4, "leaf_hash": "00" * 32}
    assert told["type"] == "urn:factledger:refused"


def test_what_was_not_foreseen_is_answered_with_a_reference_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "factledger"):
        response = problem(RuntimeError("select secret from event"))
    told = document(response)
    (record,) = caplog.records
    assert told["reference"] == vars(record)["details"]["reference"]
    assert vars(record)["details"]["kind"] == "RuntimeError"
    assert b"select" not in bytes(response.body)
    assert "select" not in json.dumps(vars(record), default=str)


def test_a_refusal_names_its_field_and_of_very_many_the_first_are_told() -> None:
    many = [Refusal(code="c", field=f"f{i}", detail="d") for i in range(ERRORS_MAX + 1)]
    one = problem_document(Invalid(many[0]))
    assert one["errors"] == [{"field": "f0", "code": "c", "detail": "d"}]
    told = problem_document(Invalid(*many))["errors"]
    assert told == [{"field": f"f{i}", "code": "c", "detail": "d"} for i in range(ERRORS_MAX)]


def test_a_name_that_no_encoding_holds_is_answered_escaped() -> None:
    response = problem(Invalid(Refusal(code="c", field="\ud800", detail="d")))
    assert b'"field": "\\ud800"' in bytes(response.body)
