"""What is in contest, what is refused, and what waits for a person, who decides it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.readings import conflict_document, review_document, tombstone_document
from adapters.wire.decisions import review_command
from api import answers, questions
from api.calls import Admitted, Ledger, Patient, Waiting
from api.carrying import carried_out
from api.documentation import KEY, SESSION, documented
from api.models.answers import DecisionAnswer
from api.models.asked import ListQuery
from api.models.decided import ReviewBody
from api.models.readings import ConflictsAnswer, ReviewAnswer, TombstonesAnswer

router = APIRouter(prefix="/v1/ledgers/{ledger}", tags=["review"], route_class=Patient)


@router.get(
    "/conflicts",
    **documented((200, ConflictsAnswer), query=ListQuery, problems=(401, 404), headers=(SESSION,)),
)
def list_conflicts(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """The visible facts that are in contest, two by two, the newcomer first."""
    paging = questions.page(request, questions.PAIRS)
    page = call.reader.conflicts(call.grant, ledger, after=paging.after_pair, limit=paging.limit)
    return answers.listed(call, "conflicts", conflict_document, page, paging)


@router.get(
    "/tombstones",
    **documented((200, TombstonesAnswer), query=ListQuery, problems=(401, 404), headers=(SESSION,)),
)
def list_tombstones(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """The values that are refused, with how often each was tried and by whom."""
    paging = questions.page(request, questions.POSITIONS)
    page = call.reader.tombstones(call.grant, ledger, after=paging.after_seq, limit=paging.limit)
    return answers.listed(call, "tombstones", tombstone_document, page, paging)


@router.get(
    "/review",
    **documented((200, ReviewAnswer), query=ListQuery, problems=(401, 404), headers=(SESSION,)),
)
def list_review(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """What waits for a person: contested and quarantined facts, and what agents wish for."""
    paging = questions.page(request, questions.POSITIONS)
    page = call.reader.review(call.grant, ledger, after=paging.after_seq, limit=paging.limit)
    return answers.listed(call, "review", review_document, page, paging)


@router.post(
    "/review/{seq}",
    **documented(
        (200, DecisionAnswer), body=ReviewBody, problems=(401, 404, 409, 429), headers=(KEY,)
    ),
)
async def decide_review(request: Request, call: Admitted, ledger: Ledger, seq: Waiting) -> Response:
    """Decide of what waits. For reviewers.

    A fact is confirmed, rejected (which strikes it out), kept beside its rivals, or closed at a
    date; a wish is confirmed (which carries it out) or rejected.
    """
    written = await carried_out(request, call, ledger, lambda sent: review_command(sent, item=seq))
    return answers.decision(written)
