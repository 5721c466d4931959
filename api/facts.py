"""Facts: asserted one by one or together, listed, shown, and explained."""

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adapters.decisions import Document, decision_document
from adapters.errors import Invalid
from adapters.postgres import ledger as write_path
from adapters.postgres.orders import Outcome
from adapters.readings import claim_document, fact_document, rectangle_document
from adapters.wire.claims import Batch, Beside, batch_command, fact_command
from adapters.wire.taking import content_of, taken
from api import answers, bodies, headers, questions
from api.calls import Admitted, Call, Fact, Ledger, Patient
from api.documentation import KEY, SESSION, UNCHANGED, documented
from api.models.answers import AnswerShape, BatchAnswer
from api.models.asked import FactsQuery, VersionsQuery, WhenQuery
from api.models.facts import FactAnswer, FactsAnswer, HistoryAnswer, WhyAnswer
from api.models.sent import BatchBody, FactBody
from domain.commands import AssertAll, AssertFact
from domain.words import LedgerName

router = APIRouter(prefix="/v1/ledgers/{ledger}/facts", tags=["facts"], route_class=Patient)


@router.post(
    "",
    **documented(
        (201, AnswerShape),
        (200, AnswerShape),
        body=FactBody,
        problems=(401, 404, 409, 412, 429),
        headers=(KEY, UNCHANGED, SESSION),
    ),
)
async def assert_fact(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Assert a fact: 201 where the claim opened one, 200 where it confirmed one that was there.

    Where its value was struck out it is refused: 409, with the tombstone.
    """
    questions.none(request)
    key = headers.idempotency_key(request)
    beside = Beside(session=call.session, unchanged_since=headers.unchanged_since(request))
    sent = await bodies.read(request)
    command = taken(fact_command(sent, beside=beside))
    (outcome,) = await call.submit(ledger, [_request(command, sent, key)])
    return answers.claim(call, outcome)


@router.post(
    "/batch",
    **documented(
        (200, BatchAnswer),
        body=BatchBody,
        problems=(401, 404, 409, 429),
        headers=(KEY, SESSION),
    ),
)
async def assert_facts(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """Assert up to 1,000 facts, in order; `results` has an answer or a problem for each.

    Atomic, all of them or none: a problem is then that of the whole request.
    """
    questions.none(request)
    headers.unconditional(request)
    key = headers.idempotency_key(request)
    sent = await bodies.read(request)
    beside = Beside(session=call.session)
    batch = taken(await run_in_threadpool(batch_command, sent, beside=beside))
    if batch.atomic:
        command = AssertAll(claims=batch.claims)
        (outcome,) = await call.submit(ledger, [_request(command, sent, key)])
        return answers.claims(call, outcome)
    return answers.results(call, await _each(call, ledger, batch, key))


@router.get(
    "",
    **documented((200, FactsAnswer), query=FactsQuery, problems=(401, 404), headers=(SESSION,)),
)
def list_facts(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """The visible facts that hold, in the order of their ids, as of both times."""
    question, paging = questions.facts(request)
    page = call.reader.facts(
        call.grant, ledger, question, after=paging.after_seq, limit=paging.limit
    )
    return answers.listed(call, "facts", fact_document, page, paging)


@router.get(
    "/{fact}",
    **documented((200, FactAnswer), query=WhenQuery, problems=(401, 404), headers=(SESSION,)),
)
def show_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """One fact, whatever its status."""
    when = questions.when(request)
    found = call.reader.fact(call.grant, ledger, fact, when=when)
    return answers.told(call, fact_document(found.row), found.as_of)


@router.get(
    "/{fact}/history",
    **documented(
        (200, HistoryAnswer), query=VersionsQuery, problems=(401, 404), headers=(SESSION,)
    ),
)
def recount_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """What was known of a fact, and when: its rectangles in world time and record time."""
    when, paging = questions.versions(request, questions.PAIRS)
    page = call.reader.history(
        call.grant, ledger, fact, when=when, after=paging.after_pair, limit=paging.limit
    )
    return answers.listed(call, "history", rectangle_document, page, paging)


@router.get(
    "/{fact}/why",
    **documented((200, WhyAnswer), query=VersionsQuery, problems=(401, 404), headers=(SESSION,)),
)
def explain_fact(request: Request, call: Admitted, ledger: Ledger, fact: Fact) -> Response:
    """What a fact rests on: its claims with their evidence, and every decision with its numbers."""
    when, paging = questions.versions(request, questions.POSITIONS)
    found = call.reader.why(
        call.grant, ledger, fact, when=when, after=paging.after_seq, limit=paging.limit
    )
    document: Document = {
        "fact": fact_document(found.fact),
        "claims": [claim_document(each) for each in found.claims],
        "decisions": [decision_document(each) for each in found.decisions],
        "next": paging.cursor(found.next),
    }
    return answers.told(call, document, found.as_of)


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
    content = b"" if key is None else content_of(sent)
    return write_path.Request(command=command, idempotency_key=key, content=content)
