"""Whether the service is there, for who starts and watches it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.postgres.pool import scoped
from api import answers, questions
from api.calls import Open
from api.documentation import documented
from api.models.answers import Health

router = APIRouter(tags=["health"])


@router.get("/health", **documented((200, Health), problems=()))
async def health(request: Request, call: Open) -> Response:
    """Whether the process answers."""
    questions.none(request)
    return answers.told(call, {"status": "ok"})


@router.get("/ready", **documented((200, Health), problems=()))
def ready(request: Request, call: Open) -> Response:
    """Whether the database answers too; 503 where it does not."""
    questions.none(request)
    with scoped(call.services.pool):
        return answers.told(call, {"status": "ready"})
