"""Tokens: made, listed and revoked by an admin."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adapters.documents import new_token_document, page_document, token_document
from adapters.errors import NotFound
from adapters.wire.taking import taken
from adapters.wire.tokens import token_order
from api import answers, bodies, questions
from api.calls import Admitted
from api.documentation import documented
from api.models.asked import PageQuery
from api.models.sent import TokenBody
from api.models.tokens import NewTokenAnswer, TokenAnswer, TokensAnswer
from domain.words import TokenId

router = APIRouter(prefix="/v1/tokens", tags=["tokens"])


@router.post("", **documented((201, NewTokenAnswer), body=TokenBody))
async def create_token(request: Request, call: Admitted) -> Response:
    """Make a token. Its secret is shown here and never again. For admins."""
    questions.none(request)
    order = taken(token_order(await bodies.read(request)))
    token = await run_in_threadpool(call.services.tokens.create, call.grant, order)
    return answers.created(new_token_document(token))


@router.get("", **documented((200, TokensAnswer), query=PageQuery))
def list_tokens(request: Request, call: Admitted) -> Response:
    """The tokens, by id, revoked and expired ones included. For admins."""
    paging = questions.page(request, questions.NAMES)
    page = call.services.tokens.page(call.grant, after=paging.after or "", limit=paging.limit)
    document = page_document("tokens", [token_document(each) for each in page.rows], page)
    return answers.told(call, {**document, "next": paging.cursor(page.next)})


@router.delete("/{token}", **documented((200, TokenAnswer), problems=(401, 404, 409)))
def revoke_token(
    request: Request,
    call: Admitted,
    token: Annotated[str, Path(description="The token's id.", examples=["t9c1d2e3f4a5b"])],
) -> Response:
    """Revoke a token: its next call is refused. For admins."""
    questions.none(request)
    if questions.NAMES.fullmatch(token) is None:
        raise NotFound("there is no such token")
    view = call.services.tokens.revoke(call.grant, TokenId(token))
    return answers.told(call, token_document(view))
