"""Ledgers: opened by an admin, listed and shown to who is granted them."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adapters.documents import ledger_document, opened_document, page_document
from adapters.wire.openings import ledger_command
from adapters.wire.taking import taken
from api import answers, bodies, questions
from api.calls import Admitted, Ledger, Patient
from api.documentation import documented
from api.models.asked import LedgerQuery, PageQuery
from api.models.ledgers import LedgerAnswer, LedgersAnswer, OpenedAnswer
from api.models.sent import LedgerBody

router = APIRouter(prefix="/v1/ledgers", tags=["ledgers"], route_class=Patient)


@router.post("", **documented((201, OpenedAnswer), body=LedgerBody, problems=(401, 409)))
async def open_ledger(request: Request, call: Admitted) -> Response:
    """Open a ledger: a chain of its own, with facts of its own. For admins."""
    questions.none(request)
    order = taken(ledger_command(await bodies.read(request)))
    written = await run_in_threadpool(
        call.services.ledger.open, call.grant, order.ledger, order.command
    )
    call.seq = written.receipt.seq
    return answers.created(opened_document(order.ledger, written.receipt))


@router.get("", **documented((200, LedgersAnswer), query=PageQuery))
def list_ledgers(request: Request, call: Admitted) -> Response:
    """The ledgers that the token is granted, by name."""
    paging = questions.page(request, questions.NAMES)
    page = call.reader.ledgers(call.grant, after=paging.after or "", limit=paging.limit)
    documents = [{"ledger": name} for name in page.rows]
    document = page_document("ledgers", documents, page)
    return answers.told(call, {**document, "next": paging.cursor(page.next)})


@router.get("/{ledger}", **documented((200, LedgerAnswer), query=LedgerQuery, problems=(401, 404)))
def show_ledger(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Where a ledger stands: the position and hash of its head, and its facts by status."""
    questions.none(request)
    view = call.reader.ledger(call.grant, ledger)
    return answers.told(call, ledger_document(view), view.as_of)
