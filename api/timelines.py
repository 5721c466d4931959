"""Timelines and changes: what held when, and what the ledger came to believe otherwise."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.readings import change_document, interval_document
from api import answers, questions
from api.calls import Admitted, Ledger, Patient
from api.documentation import SESSION, documented
from api.models.asked import ChangesQuery, TimelineQuery
from api.models.readings import ChangesAnswer, TimelineAnswer

router = APIRouter(prefix="/v1/ledgers/{ledger}", tags=["timelines"], route_class=Patient)


@router.get(
    "/timeline",
    **documented(
        (200, TimelineAnswer), query=TimelineQuery, problems=(401, 404), headers=(SESSION,)
    ),
)
def show_timeline(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """What held of a subject's predicate, interval by interval, with certainty and contests."""
    question, paging = questions.timeline(request)
    page = call.reader.timeline(
        call.grant, ledger, question, after=paging.after_pair, limit=paging.limit
    )
    return answers.listed(call, "intervals", interval_document, page, paging)


@router.get(
    "/changes",
    **documented((200, ChangesAnswer), query=ChangesQuery, problems=(401, 404), headers=(SESSION,)),
)
def list_changes(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """What the ledger came to believe otherwise from one record time to another, and why."""
    question, paging = questions.changes(request)
    page = call.reader.changes(
        call.grant, ledger, question, after=paging.after_pair, limit=paging.limit
    )
    return answers.listed(call, "changes", change_document, page, paging)
