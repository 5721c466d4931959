"""The door: what every request passes on its way in and out, whatever it asks for.

Nobody without a token gets past it, so an unknown route, a wrong method and a good one look alike
from outside. What the rest of the service raises ends here, and the log's line is written here.
"""

import itertools
import re
import secrets
import time
from dataclasses import dataclass
from typing import Final, cast

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters import log
from adapters.errors import NotAuthenticated
from adapters.services import Services
from api import guard
from api.calls import Call
from api.patience import Patience
from api.problems import problem

OPEN_PATHS: Final = frozenset({"/health", "/ready"})

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")

# Counted and not drawn: every draw would let another thread take its turn.
_PROCESS: Final = secrets.token_hex(4)
_CALLS: Final = itertools.count(1)

_COUNTED: Final = frozenset({403, 404})


@dataclass(kw_only=True, slots=True)
class _Reply:
    """The way out: notes the status, names the request, and drops a body that was not asked for."""

    send: Send
    request_id: str
    bodiless: bool
    status: int | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = cast("int", message["status"])
            headers = MutableHeaders(scope=message)
            headers["Request-Id"] = self.request_id
            headers["Cache-Control"] = "no-store"
        elif self.bodiless:
            message = {**message, "body": b""}
        await self.send(message)


class Door:
    """The outermost part of the service; `names` are the hosts that it answers to."""

    def __init__(
        self, app: ASGIApp, *, services: Services, names: frozenset[str], patience: Patience
    ) -> None:
        self._app = app
        self._services = services
        self._names = names
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer why not."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        headers = Headers(scope=scope)
        call = Call(
            request_id=_request_id(headers), services=self._services, patience=self._patience
        )
        reply = _Reply(send=send, request_id=call.request_id, bodiless=scope["method"] == "HEAD")
        inner = {
            **scope,
            "method": "GET" if reply.bodiless else scope["method"],
            "state": {**scope.get("state", {}), "call": call},
        }
        try:
            await self._let_in(inner, headers, call, receive, reply)
        except Exception as error:
            if reply.status is None:
                await problem(error)(inner, receive, reply)
            else:
                # An answer can't be taken back; one that broke off, the server closes.
                log.fault(error)
        finally:
            _log(inner, call, reply, began)

    async def _let_in(
        self, scope: Scope, headers: Headers, call: Call, receive: Receive, reply: _Reply
    ) -> None:
        guard.check(headers, self._names)
        if scope["path"] not in OPEN_PATHS:
            await run_in_threadpool(call.admit, _secret(headers))
        await self._app(scope, receive, reply)
        if call.bearer is not None and reply.status in _COUNTED:
            await run_in_threadpool(self._services.tokens.count_refusal, call.bearer)


def _secret(headers: Headers) -> str:
    given = headers.getlist("authorization")
    scheme, _, secret = given[0].partition(" ") if given else ("", "", "")
    if len(given) != 1 or scheme.lower() != "bearer" or not secret:
        raise NotAuthenticated("give a token: Authorization: Bearer fl_...")
    return secret.strip()


def _request_id(headers: Headers) -> str:
    given = headers.get("request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else f"{_PROCESS}-{next(_CALLS)}"


def _log(scope: Scope, call: Call, reply: _Reply, began: float) -> None:
    """One line a request: the route as a template and no content."""
    bearer = call.bearer
    log.entry(
        "request",
        request_id=call.request_id,
        token=None if bearer is None else bearer.actor.token,
        method="HEAD" if reply.bodiless else scope["method"],
        route=getattr(scope.get("route"), "path", None),
        status=reply.status,
        ms=round((time.perf_counter() - began) * 1000, 3),
        seq=call.seq,
    )
