"""Waiting for events to come: a long poll, in which no thread and no connection is held."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from adapters.postgres.events import EventRow
from adapters.postgres.views import Page
from api.calls import Call
from api.questions import EventQuestion
from domain.words import LedgerName, Seq

TURNS: Final = 4
"""How many who have waited look again at once: an event may wake thousands, and others call too."""

BEHIND_S_MIN: Final = 0.05
BEHIND_S_MAX: Final = 1.0
"""How long one pauses where what is read lies behind what has arrived, as a replica may: twice as
long each time, within these bounds."""

_LOOKING: Final = ThreadPoolExecutor(TURNS, thread_name_prefix="looking again")


async def events(
    request: Request, call: Call, ledger: LedgerName, question: EventQuestion
) -> Page[EventRow]:
    """The events that are asked for: as soon as there is one, else none after as long as was asked.

    Who waited must still be let in; raises NotAuthenticated where the token was revoked meanwhile.
    """
    until = time.monotonic() + question.wait_s
    page = await run_in_threadpool(_read, call, ledger, question, question.after)
    after, pause_s = _walked(question.after, page), BEHIND_S_MIN
    while not page.rows and (left := until - time.monotonic()) > 0:
        head = await _head_behind(after, request, call, ledger, left)
        if head is None:
            break
        page = await asyncio.wrap_future(
            _LOOKING.submit(_look_again, call, ledger, question, after)
        )
        after = _walked(after, page)
        if not page.rows and after < head:
            await asyncio.sleep(min(pause_s, left))
            pause_s = min(2 * pause_s, BEHIND_S_MAX)
    return page


async def _head_behind(
    after: Seq, request: Request, call: Call, ledger: LedgerName, left_s: float
) -> Seq | None:
    """The head once it lies behind a position, or the position after as long as is left.

    None where nobody is to be answered any more: the client went away, or the service stops.
    """
    arrival = asyncio.wrap_future(call.services.arrivals.expect(ledger, after))
    gone = asyncio.ensure_future(_gone(request))
    gone.add_done_callback(lambda _: arrival.cancel())
    try:
        await asyncio.wait({arrival}, timeout=left_s)
        if arrival.cancelled():
            return None
        # Who has waited in vain looks once more: no notification is relied on.
        return arrival.result() if arrival.done() else after
    finally:
        gone.cancel()
        arrival.cancel()


async def _gone(request: Request) -> None:
    """Wait until the client is gone: what comes before that is the rest of its request."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _read(call: Call, ledger: LedgerName, question: EventQuestion, after: Seq) -> Page[EventRow]:
    return call.reader.events(
        call.grant, ledger, after=after, limit=question.limit, type_name=question.type_name
    )


def _look_again(
    call: Call, ledger: LedgerName, question: EventQuestion, after: Seq
) -> Page[EventRow]:
    call.readmit()
    return _read(call, ledger, question, after)


def _walked(after: Seq, page: Page[EventRow]) -> Seq:
    """How far an empty page has looked."""
    return after if page.as_of is None else max(after, page.as_of.seq)
