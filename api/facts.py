"""Facts: asserted one by one or together, listed, shown, and explained by their claims."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adapters import wire
from adapters.documents import Document, page_document
from adapters.errors import Invalid
from adapters.postgres import ledger as write_path
from adapters.postgres.orders import Outcome
from adapters.readings import claim_document, fact_document
from adapters.wire import Batch
from api import answers, bodies, questions
from api.calls import Admitted, Call, Fact, Ledger, idempotency_key
from api.documentation import documented
from api.models.answers import AnswerShape, BatchAnswer
from api.models.facts import FactAnswer, FactsAnswer, WhyAnswer
from api.models.sent import BatchBody, FactBody, FactsQuery, PageQuery
from domain.commands import AssertAll, AssertFact
from domain.words import LedgerName

router = APIRouter(prefix="/v1/ledgers/{ledger}/facts", tags=["facts"])

_WRITING = (401, 404, 409, 429)


@router.post(
    "",
    **documented(
        (201, AnswerShape), (200, AnswerShape), body=FactBody, problems=_WRITING, keyed=True
    ),
)
async def assert_fact(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Assert a fact: 201 where the claim opened one, 200 where it confirmed one that was there."""
    questions.none(request)
    key = idempotency_key(request)
    sent = await bodies.read(request)
    command = wire.taken(wire.fact_command(sent))
    (outcome,) = await call.submit(ledger, [_request(command, sent, key)])
    return answers.claim(call, outcome)


@router.post(
    "/batch", **documented((200, BatchAnswer), body=BatchBody, problems=_WRITING, keyed=True)
)
async def assert_facts(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Assert up to 1,000 facts, in order; `results` has an answer or a problem for each.

    Atomic, all of them or none: a problem is then that of the whole request.
    """
    questions.none(request)
    key = idempotency_key(request)
    sent = await bodies.read(request)
    batch = wire.taken(await run_in_threadpool(wire.batch_command, sent))
    if batch.atomic:
        command = AssertAll(claims=batch.claims)
        (outcome,) = await call.submit(ledger, [_request(command, sent, key)])
        return answers.claims(call, outcome)
    return answers.results(call, await _each(call, ledger, batch, key))


@router.get("", **documented((200, FactsAnswer), query=FactsQuery, problems=(401, 404)))
def list_facts(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """The visible facts, in the order of their ids."""
    question, paging = questions.facts(request)
    page = call.services.reader.facts(
        call.grant, ledger, question, after=paging.after_seq, limit=paging.limit
    )
    document = page_document("facts", [fact_document(each) for each in page.rows], page)
    return answers.told(call, {**document, "next": paging.cursor(page.next)}, page.as_of)


@router.get("/{fact}", **documented((200, FactAnswer), problems=(401, 404)))
def show_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """One fact, whatever its status."""
    questions.none(request)
    found = call.services.reader.fact(call.grant, ledger, fact)
    return answers.told(call, fact_document(found.row), found.as_of)


@router.get("/{fact}/why", **documented((200, WhyAnswer), query=PageQuery, problems=(401, 404)))
def explain_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """What a fact rests on: its claims with their evidence, and the decisions about it."""
    paging = questions.page(request, questions.POSITIONS)
    reader = call.services.reader
    found = reader.fact(call.grant, ledger, fact)
    page = reader.claims(call.grant, ledger, fact, after=paging.after_seq, limit=paging.limit)
    document: Document = {
        "fact": fact_document(found.row),
        **page_document("claims", [claim_document(each) for each in page.rows], page),
        "decisions": [],
        "next": paging.cursor(page.next),
    }
    return answers.told(call, document, page.as_of)


async def _each(call: Call, ledger: LedgerName, batch: Batch, key: str | None) -> list[Outcome]:
    """An outcome for every item of a batch, in order; what was refused is not submitted."""
    refused = {
        place: Invalid(*item) for place, item in enumerate(batch.items) if isinstance(item, tuple)
    }
    requests = [
        _request(item, batch.docs[place], None if key is None else f"{key}:{place}")
        for place, item in enumerate(batch.items)
        if isinstance(item, AssertFact)
    ]
    outcomes = iter(await call.submit(ledger, requests))
    return [refused.get(place) or next(outcomes) for place in range(len(batch.items))]


def _request(command: AssertFact | AssertAll, sent: object, key: str | None) -> write_path.Request:
    content = b"" if key is None else wire.content_of(sent)
    return write_path.Request(command=command, idempotency_key=key, content=content)
