"""A call: one request under way, who makes it, and what the log will say of it."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, cast
from urllib.parse import unquote_to_bytes

from fastapi import Depends, Path, Request, Response, Security
from fastapi.openapi.models import HTTPBearer
from fastapi.routing import APIRoute
from fastapi.security.base import SecurityBase
from pydantic.config import JsonDict
from starlette.concurrency import run_in_threadpool

from adapters.errors import Invalid, NotAuthenticated, NotFound
from adapters.postgres import ledger as write_path
from adapters.postgres.orders import Outcome
from adapters.postgres.reader import Reader
from adapters.services import Services
from adapters.wire.taking import ledger_name
from api import headers
from api.patience import Patience
from domain.grants import Grant
from domain.limits import JSON_INTEGER_MAX
from domain.refusals import Refusal
from domain.words import LedgerName, Seq

NO_POSITION: Final = Seq(0)
"""What an id that can't be one is read as: nothing stands there, so it is answered as unknown."""

_POSITION_SCHEMA: Final[JsonDict] = {"pattern": "^[1-9][0-9]{0,15}$"}


@dataclass(kw_only=True, slots=True)
class Call:
    """One request under way.

    `session` is the one that it is made in, `least` the position that what it reads must have come
    to, and `seq` that of what was written, or of the head it saw.
    """

    request_id: str
    services: Services
    patience: Patience
    secret: str | None = field(default=None, repr=False)
    bearer: Grant | None = None
    session: str | None = None
    least: Seq = Seq(0)
    seq: Seq | None = None

    @property
    def grant(self) -> Grant:
        """What the caller's token brings; raises NotAuthenticated where nobody was let in."""
        if self.bearer is None:
            raise NotAuthenticated("give a token: Authorization: Bearer fl_...")
        return replace(self.bearer, session=self.session)

    @property
    def reader(self) -> Reader:
        """What answers the call's questions, having seen what the caller says it must."""
        return self.services.reader.having_seen(self.least)

    def admit(self, secret: str) -> None:
        """Let in whose token has this secret; raises NotAuthenticated."""
        self.bearer = self.services.tokens.authenticate(secret)
        self.secret = secret

    def readmit(self) -> None:
        """Let in again who has waited; raises NotAuthenticated where the token is good no more."""
        if self.secret is not None:
            self.admit(self.secret)

    async def submit(
        self, ledger: LedgerName, requests: Sequence[write_path.Request]
    ) -> list[Outcome]:
        """Hand requests to a ledger and wait; who gives up waiting cancels nothing."""
        writing = self.services.ledger
        if len(requests) == 1 and writing.knows(ledger):
            # At once: a thread costs more than to queue one does, and both hold up all others.
            future = writing.submit(self.grant, ledger, requests)
        else:
            future = await run_in_threadpool(writing.submit, self.grant, ledger, requests)
        # What is queued is under way, which no future lets anybody cancel: it needs no shield.
        return await asyncio.wrap_future(future)


class Patient(APIRoute):
    """A route whose answer is waited for where it must have seen what has not yet come."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's handler, run again while it is behind, for who is still let in."""
        handle = super().get_route_handler()

        async def handle_patiently(request: Request) -> Response:
            call = call_of(request)

            async def handle_again() -> Response:
                await run_in_threadpool(call.readmit)
                return await handle(request)

            ledger = cast("str", request.path_params.get("ledger", ""))
            return await call.patience.insist(ledger, lambda: handle(request), handle_again)

        return handle_patiently


class _Token(SecurityBase):
    """The call, for routes that a token opens; the door has seen to it already."""

    def __init__(self) -> None:
        self.model = HTTPBearer(
            description="A token as `factledger token create` or POST /v1/tokens gives it.",
            bearerFormat="fl_...",
        )
        self.scheme_name = "token"

    async def __call__(self, request: Request) -> Call:
        call = await _call(request)
        call.session = headers.session(request)
        return call


def call_of(request: Request) -> Call:
    """The call that a request makes."""
    return cast("Call", request.state.call)


async def _call(request: Request) -> Call:
    return call_of(request)


async def _ledger(
    ledger: Annotated[
        str,
        Path(
            description="The ledger's name.",
            examples=["main"],
            json_schema_extra={"pattern": "^[a-z0-9][a-z0-9_-]{0,62}$"},
        ),
    ],
) -> LedgerName:
    name = ledger_name(ledger)
    if name is None:
        raise NotFound("there is no such ledger")
    return name


async def _fact(
    fact: Annotated[
        str,
        Path(description="The fact's id.", examples=["42"], json_schema_extra=_POSITION_SCHEMA),
    ],
) -> Seq:
    return position(fact)


async def _claim(
    claim: Annotated[
        str,
        Path(description="The claim's seq.", examples=["42"], json_schema_extra=_POSITION_SCHEMA),
    ],
) -> Seq:
    return position(claim)


async def _event(
    seq: Annotated[
        str,
        Path(description="The event's seq.", examples=["1"], json_schema_extra=_POSITION_SCHEMA),
    ],
) -> Seq:
    return position(seq)


async def _waiting(
    seq: Annotated[
        str,
        Path(
            description="The seq under which it waits: a fact's id, or that of a wish.",
            examples=["44"],
            json_schema_extra=_POSITION_SCHEMA,
        ),
    ],
) -> Seq:
    return position(seq)


async def _predicate(
    request: Request,
    predicate: Annotated[
        str,
        Path(
            description="The predicate, percent-encoded; it may hold any character.",
            examples=["lives_in"],
        ),
    ],
) -> str:
    # The server puts U+FFFD where the bytes are none of UTF-8, and many such would be one name.
    try:
        unquote_to_bytes(cast("bytes", request.scope["raw_path"])).decode()
    except UnicodeDecodeError as error:
        raise Invalid(
            Refusal(code="malformed", field="predicate", detail="is not percent-encoded UTF-8")
        ) from error
    return predicate


Open = Annotated[Call, Depends(_call)]
Admitted = Annotated[Call, Security(_Token())]
Ledger = Annotated[LedgerName, Depends(_ledger)]
Fact = Annotated[Seq, Depends(_fact)]
Claim = Annotated[Seq, Depends(_claim)]
Event = Annotated[Seq, Depends(_event)]
Waiting = Annotated[Seq, Depends(_waiting)]
Predicate = Annotated[str, Depends(_predicate)]


def position(text: str) -> Seq:
    """The position that a path names, or the one at which nothing stands."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(JSON_INTEGER_MAX)):
        return NO_POSITION
    return Seq(min(int(text), JSON_INTEGER_MAX))
