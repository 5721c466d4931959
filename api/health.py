"""Whether the service is there, for who starts and watches it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from adapters.postgres.pool import scoped
from api import answers, questions
from api.calls import Open
from api.documentation import documented
from api.models.answers import Health, Ready

router = APIRouter(tags=["health"])


@router.get("/health", **documented((200, Health), problems=()))
async def health(request: Request, call: Open) -> Response:
    """Whether the process answers."""
    questions.none(request)
    return answers.told(call, {"status": "ok"})


@router.get("/ready", **documented((200, Ready), problems=()))
def ready(request: Request, call: Open) -> Response:
    """Whether the database answers too; 503 where it does not.

    While a replica is not in use, the database answers for it.
    """
    questions.none(request)
    replica = call.services.replica
    beside = {} if replica is None else {"replica": "lost" if replica.pool is None else "in use"}
    with scoped(call.services.pool):
        return answers.told(call, {"status": "ready", **beside})
