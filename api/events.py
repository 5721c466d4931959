"""The log: every event with the exact bytes that were hashed, for who checks them alone."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adapters.documents import event_document, page_document
from adapters.postgres.events import EventRow
from adapters.postgres.views import Page
from api import answers, questions, waiting
from api.calls import Admitted, Call, Event, Ledger, Patient
from api.documentation import documented
from api.models.asked import EventsQuery, LedgerQuery
from api.models.events import EventAnswer, EventsAnswer

router = APIRouter(prefix="/v1/ledgers/{ledger}/events", tags=["events"], route_class=Patient)


@router.get("", **documented((200, EventsAnswer), query=EventsQuery, problems=(401, 404, 429)))
async def list_events(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """The events after a position, in order; `next` is the `after` to go on with.

    With `wait`, it is answered as soon as there is one, and with none after so many seconds.
    """
    question = questions.events(request)
    page = await waiting.events(request, call, ledger, question)
    # In a thread: the bytes of many events take their time to be spelt.
    return await run_in_threadpool(_told, call, page)


@router.get("/{seq}", **documented((200, EventAnswer), query=LedgerQuery, problems=(401, 404)))
def show_event(request: Request, call: Admitted, ledger: Ledger, seq: Event) -> Response:
    """One event."""
    questions.none(request)
    found = call.reader.event(call.grant, ledger, seq)
    return answers.told(call, event_document(found.row), found.as_of)


def _told(call: Call, page: Page[EventRow]) -> Response:
    document = page_document("events", [event_document(each) for each in page.rows], page)
    following = None if page.next is None else int(page.next)
    return answers.told(call, {**document, "next": following}, page.as_of)
