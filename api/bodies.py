"""Reading a body: JSON, strictly. What two readers could understand differently is refused."""

import json
from typing import Final, NoReturn

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from adapters.errors import Invalid
from adapters.sheets import shown
from domain.limits import JSON_DEPTH_MAX, REQUEST_BYTES_MAX
from domain.refusals import Refusal

_TYPES: Final = {"application/json", "application/json;charset=utf-8"}
_TYPE_PADDING: Final = str.maketrans("", "", ' "')

_AT_ONCE_BYTES_MAX: Final = 64 * 1024
"""Above this a body is parsed in a thread, so that others need not wait for it."""


async def read(request: Request) -> object:
    """The document that a request carries.

    Raises 415 where it says to be no JSON, 413 where it is too long, 400 where it is no JSON, and
    Invalid where it is JSON of which readers think differently.
    """
    _check_type(request)
    body = await _bytes(request)
    if len(body) > _AT_ONCE_BYTES_MAX:
        return await run_in_threadpool(parse, body)
    return parse(body)


def parse(body: bytes) -> object:
    """The document in these bytes; numbers with a fraction are left to who reads the field."""
    try:
        document: object = json.loads(
            body.decode(), object_pairs_hook=_object, parse_constant=_no_constant
        )
    except RecursionError as error:
        raise Invalid(
            Refusal(
                code="too_deep",
                field="",
                detail=f"lists and objects lie far more than {JSON_DEPTH_MAX} deep: flatten them",
            )
        ) from error
    except UnicodeDecodeError as error:
        raise HTTPException(400, f"not UTF-8 from byte {error.start} on") from error
    except json.JSONDecodeError as error:
        raise HTTPException(
            400, f"not JSON from line {error.lineno}, column {error.colno} on"
        ) from error
    except ValueError as error:
        # Python refuses to read whole numbers of thousands of digits.
        raise HTTPException(400, "holds a number that no reader of JSON takes") from error
    return document


def _check_type(request: Request) -> None:
    spelt = [
        each.lower().translate(_TYPE_PADDING) for each in request.headers.getlist("content-type")
    ]
    if len(spelt) != 1 or spelt[0] not in _TYPES:
        raise HTTPException(415, "send JSON, and say so: Content-Type: application/json")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise HTTPException(415, "send the body as it is, without a Content-Encoding")


async def _bytes(request: Request) -> bytes:
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > REQUEST_BYTES_MAX:
        _too_large()
    chunks: list[bytes] = []
    size = 0
    try:
        async for chunk in request.stream():
            size += len(chunk)
            if size > REQUEST_BYTES_MAX:
                _too_large()
            chunks.append(chunk)
    except ClientDisconnect as error:
        raise HTTPException(400, "the connection closed before the body was read") from error
    return b"".join(chunks)


def _too_large() -> NoReturn:
    raise HTTPException(413, f"at most {REQUEST_BYTES_MAX:,} bytes at once: send less at a time")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) == len(pairs):
        return document
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise Invalid(
                Refusal(
                    code="twice",
                    field=shown(name),
                    detail="stands twice in one object, and readers differ on which one counts",
                )
            )
        seen.add(name)
    return document


def _no_constant(name: str) -> NoReturn:
    raise HTTPException(400, f"not JSON: there is no {name} in it")
