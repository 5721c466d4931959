"""The HTTP face: a router for each noun, behind one door, with one table that answers errors."""

from collections.abc import Sequence
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from adapters.errors import FactledgerError
from adapters.services import Services
from api import (
    claims,
    decisions,
    documentation,
    events,
    facts,
    guard,
    health,
    ledgers,
    predicates,
    problems,
    reviews,
    timelines,
    tokens,
)
from api.door import Door
from api.patience import Patience

ROUTERS: Final = (
    health.router,
    ledgers.router,
    facts.router,
    decisions.router,
    claims.router,
    timelines.router,
    reviews.router,
    predicates.router,
    events.router,
    tokens.router,
)

# What it would send elsewhere holds the messages of exceptions, and with them content.
_NO_TELEMETRY: Final[TelemetryConfig] = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


class Api(FastAPI):
    """FastAPI, with the shapes of bodies that it does not read itself."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        if self.openapi_schema is None:
            schema = super().openapi()
            schema["components"]["schemas"] = documentation.schemas()
        return super().openapi()


def create_app(
    services: Services, *, hosts: Sequence[str] = (), patience: Patience | None = None
) -> Api:
    """The application on these services; it answers to these hosts and to the loopback's names."""
    door = Middleware(
        Door,
        services=services,
        names=guard.names_of(hosts),
        patience=patience or Patience(),
    )
    app = Api(
        title="factledger",
        summary="An event-sourced ledger of facts for agents.",
        version=version("factledger"),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry=_NO_TELEMETRY,
        generate_unique_id_function=_operation_id,
        middleware=[door],
        exception_handlers={
            FactledgerError: problems.answer,
            HTTPException: problems.answer,
            RequestValidationError: problems.answer,
            HTTPStatus.NOT_FOUND: _no_route,
            HTTPStatus.METHOD_NOT_ALLOWED: _wrong_method,
        },
    )
    for router in ROUTERS:
        app.include_router(router)
    return app


async def _no_route(_request: Request, _: Exception) -> Response:
    told = "there is no such route: /openapi.json has all there are"
    return problems.problem(HTTPException(HTTPStatus.NOT_FOUND, told))


async def _wrong_method(request: Request, _: Exception) -> Response:
    # Starlette would name the methods of one route, where several share a path.
    allowed = {
        method
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and route.path_regex.match(request.scope["path"])
        for method in route.methods or ()
    }
    allowed |= {"HEAD"} if "GET" in allowed else set()
    return problems.problem(
        HTTPException(
            HTTPStatus.METHOD_NOT_ALLOWED,
            "this is not done here: `Allow` says what is",
            {"Allow": ", ".join(sorted(allowed))},
        )
    )


def _operation_id(route: APIRoute) -> str:
    return route.name
