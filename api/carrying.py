"""Having what a request asks for carried out, and answering what came of it."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from adapters.errors import Invalid
from adapters.postgres import ledger as write_path
from adapters.postgres.orders import Written
from adapters.wire.taking import content_of
from api import answers, bodies, headers, questions
from api.calls import Call
from domain.commands import Command
from domain.refusals import Refusal
from domain.words import LedgerName, Seq

Read = Callable[[object], Command | tuple[Refusal, ...]]
"""From what was sent to the command that it is, or to why it is none."""

ReadSince = Callable[[object, Seq | None], Command | tuple[Refusal, ...]]
"""The same, for what can be under the condition that nothing has changed after a position."""


async def carried_out(request: Request, call: Call, ledger: LedgerName, read: Read) -> Written:
    """The events of an order that is under no condition; raises the error that it met."""
    headers.unconditional(request)
    return await _carried_out(request, call, ledger, read)


async def decided(request: Request, call: Call, ledger: LedgerName, read: ReadSince) -> Response:
    """The answer to a decision on a fact, which may be under a condition."""
    since = headers.unchanged_since(request)
    written = await _carried_out(request, call, ledger, lambda sent: read(sent, since))
    return answers.decision(written)


async def _carried_out(request: Request, call: Call, ledger: LedgerName, read: Read) -> Written:
    questions.none(request)
    key = headers.idempotency_key(request)
    sent = await bodies.read(request)
    command = read(sent)
    if isinstance(command, tuple):
        raise Invalid(*command)
    # One name for two orders is a mistake, also where both send the same: their paths differ.
    content = b"" if key is None else content_of({"path": request.scope["path"], "sent": sent})
    order = write_path.Request(command=command, idempotency_key=key, content=content)
    (outcome,) = await call.submit(ledger, [order])
    return answers.written(call, outcome)
