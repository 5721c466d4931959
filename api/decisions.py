"""Decisions on facts: struck out, restored, ended, corrected, and how they turned out."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.wire.decisions import (
    correct_command,
    end_command,
    invalidate_command,
    outcome_command,
    restore_command,
)
from api.calls import Admitted, Fact, Ledger
from api.carrying import decided
from api.documentation import KEY, UNCHANGED, documented
from api.models.answers import DecisionAnswer, WaitingAnswer
from api.models.decided import (
    CorrectBody,
    EndBody,
    InvalidateBody,
    OutcomeBody,
    ReasonBody,
)
from api.models.shapes import Shape

router = APIRouter(prefix="/v1/ledgers/{ledger}/facts/{fact}", tags=["decisions"])

_PROBLEMS: Final = (401, 404, 409, 412, 429)


def _documented(body: type[Shape], *answers: tuple[int, type[Shape]]) -> Mapping[str, Any]:
    done: tuple[int, type[Shape]] = (200, DecisionAnswer)
    return documented(done, *answers, body=body, problems=_PROBLEMS, headers=(KEY, UNCHANGED))


@router.post("/invalidate", **_documented(InvalidateBody, (202, WaitingAnswer)))
async def invalidate_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """Strike a fact out and refuse its value from then on: 202 where a person must decide."""
    return await decided(
        request,
        call,
        ledger,
        lambda sent, since: invalidate_command(sent, fact=fact, unchanged_since=since),
    )


@router.post("/restore", **_documented(ReasonBody))
async def restore_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """Undo an invalidation. For reviewers."""
    return await decided(
        request,
        call,
        ledger,
        lambda sent, since: restore_command(sent, fact=fact, unchanged_since=since),
    )


@router.post("/end", **_documented(EndBody, (202, WaitingAnswer)))
async def end_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """Tell until when a fact held, the world having changed: 202 where a person must decide."""
    return await decided(
        request,
        call,
        ledger,
        lambda sent, since: end_command(sent, fact=fact, unchanged_since=since),
    )


@router.post("/correct", **_documented(CorrectBody, (202, WaitingAnswer)))
async def correct_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """Put right what was wrong of a fact all along: 202 where a person must decide."""
    return await decided(
        request,
        call,
        ledger,
        lambda sent, since: correct_command(sent, fact=fact, unchanged_since=since),
    )


@router.post("/outcome", **_documented(OutcomeBody, (202, WaitingAnswer)))
async def report_outcome(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """Report how a fact turned out: 202 where a person must decide."""
    return await decided(
        request,
        call,
        ledger,
        lambda sent, since: outcome_command(sent, fact=fact, unchanged_since=since),
    )
