"""Claims and sources: taken back, and given back."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.wire.decisions import (
    reinstate_claim_command,
    reinstate_source_command,
    retract_claim_command,
    retract_source_command,
)
from api import answers
from api.calls import Admitted, Claim, Ledger
from api.carrying import carried_out
from api.documentation import KEY, documented
from api.models.answers import DecisionAnswer, SourceAnswer
from api.models.decided import ReasonBody, SourceBody

router = APIRouter(prefix="/v1/ledgers/{ledger}", tags=["claims"])

_PROBLEMS: Final = (401, 404, 409, 429)


@router.post(
    "/claims/{claim}/retract",
    **documented((200, DecisionAnswer), body=ReasonBody, problems=_PROBLEMS, headers=(KEY,)),
)
async def retract_claim(request: Request, call: Admitted, ledger: Ledger, claim: Claim) -> Response:
    """Take a claim back: it counts no longer, and its axis is derived again."""
    written = await carried_out(
        request, call, ledger, lambda sent: retract_claim_command(sent, claim=claim)
    )
    return answers.decision(written)


@router.post(
    "/claims/{claim}/reinstate",
    **documented((200, DecisionAnswer), body=ReasonBody, problems=_PROBLEMS, headers=(KEY,)),
)
async def reinstate_claim(
    request: Request, call: Admitted, ledger: Ledger, claim: Claim
) -> Response:
    """Let a claim count again that was taken back."""
    written = await carried_out(
        request, call, ledger, lambda sent: reinstate_claim_command(sent, claim=claim)
    )
    return answers.decision(written)


@router.post(
    "/sources/retract",
    **documented((200, SourceAnswer), body=SourceBody, problems=_PROBLEMS, headers=(KEY,)),
)
async def retract_source(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Take back every claim of a source, as where a document was deleted."""
    written = await carried_out(request, call, ledger, retract_source_command)
    return answers.claims_of_source(written)


@router.post(
    "/sources/reinstate",
    **documented((200, SourceAnswer), body=SourceBody, problems=_PROBLEMS, headers=(KEY,)),
)
async def reinstate_source(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Let every claim of a source count again that was taken back."""
    written = await carried_out(request, call, ledger, reinstate_source_command)
    return answers.claims_of_source(written)
