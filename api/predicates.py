"""Predicates: declared, listed, and what agents suggest of them."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.readings import candidate_document, predicate_document, suggestion_document
from adapters.wire.predicates import predicate_command
from api import answers, questions
from api.calls import Admitted, Ledger, Patient, Predicate
from api.carrying import carried_out
from api.documentation import KEY, documented
from api.models.asked import ListQuery
from api.models.decided import PredicateBody
from api.models.predicates import (
    DeclaredAnswer,
    PredicatesAnswer,
    SuggestedAnswer,
    SuggestionsAnswer,
)

router = APIRouter(
    prefix="/v1/ledgers/{ledger}/predicates", tags=["predicates"], route_class=Patient
)


@router.put(
    "/{predicate:path}",
    **documented(
        (200, DeclaredAnswer),
        (202, SuggestedAnswer),
        body=PredicateBody,
        problems=(401, 404, 409, 429),
        headers=(KEY,),
    ),
)
async def declare_predicate(
    request: Request, call: Admitted, ledger: Ledger, predicate: Predicate
) -> Response:
    """Say what a predicate is, for all its history: 202 where it is kept as a suggestion."""
    written = await carried_out(
        request, call, ledger, lambda sent: predicate_command(sent, predicate=predicate)
    )
    return answers.declaration(written)


@router.get("", **documented((200, PredicatesAnswer), query=ListQuery, problems=(401, 404)))
def list_predicates(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """What was declared; a predicate that was not takes any number of values, each a state."""
    paging = questions.page(request, questions.DIGESTS)
    page = call.reader.predicates(call.grant, ledger, after=paging.after or "", limit=paging.limit)
    return answers.listed(call, "predicates", predicate_document, page, paging)


@router.get(
    "/suggestions", **documented((200, SuggestionsAnswer), query=ListQuery, problems=(401, 404))
)
def list_suggestions(request: Request, call: Admitted, ledger: Ledger) -> Response:
    """What agents suggest that predicates be declared, for a person to do it.

    Beside them, undeclared predicates of which nearly every subject has one value at a time.
    """
    paging = questions.page(request, questions.POSITIONS)
    reader = call.reader
    page = reader.suggestions(call.grant, ledger, after=paging.after_seq, limit=paging.limit)
    found = reader.candidates(call.grant, ledger, limit=paging.limit)
    beside = dict[str, object](candidates=[candidate_document(each) for each in found])
    return answers.listed(call, "suggestions", suggestion_document, page, paging, beside=beside)
