"""A client of the real application that holds every answer to what the OpenAPI document says."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import httpx

from api.app import Api
from api.models.shapes import Shape
from tests.conftest import Caller

HOST = "http://localhost"

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Sending:
    """A request to be sent."""

    method: str
    path: str
    json: object = None
    content: bytes | None = None
    headers: Sequence[tuple[bytes, bytes]] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Client:
    """Someone who calls the application with a token, or without one."""

    app: Api
    runner: asyncio.Runner
    secret: str | None = None

    def bearing(self, caller: Caller) -> "Client":
        """The same client with a caller's token."""
        return Client(app=self.app, runner=self.runner, secret=caller.secret)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """The answer to a question."""
        return self.send(Sending(method="GET", path=path, headers=_spelt(headers)))

    def post(self, path: str, sent: object, **headers: str) -> httpx.Response:
        """The answer to an order."""
        return self.send(Sending(method="POST", path=path, json=sent, headers=_spelt(headers)))

    def delete(self, path: str) -> httpx.Response:
        """The answer to an order that ends something."""
        return self.send(Sending(method="DELETE", path=path))

    def send(self, sending: Sending) -> httpx.Response:
        """The answer to a request."""
        (response,) = self.send_all([sending])
        return response

    def send_all(self, sendings: Sequence[Sending]) -> list[httpx.Response]:
        """The answers to requests that are sent at once."""
        responses = self.runner.run(self.sent(sendings))
        for response in responses:
            check(self.app, response)
        return responses

    async def sent(self, sendings: Sequence[Sending]) -> list[httpx.Response]:
        """The answers to requests that are sent at once, unchecked."""
        authorization = {} if self.secret is None else {"Authorization": f"Bearer {self.secret}"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app), base_url=HOST, headers=authorization
        ) as client:
            return await asyncio.gather(*(_send(client, sending) for sending in sendings))


async def _send(client: httpx.AsyncClient, sending: Sending) -> httpx.Response:
    content, headers = sending.content, list(sending.headers)
    if sending.json is not None:
        # Written here, since httpx can't write half a surrogate pair.
        content = json.dumps(sending.json).encode()
        headers.append((b"Content-Type", b"application/json"))
    return await client.request(sending.method, sending.path, content=content, headers=headers)


def _spelt(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]


def errors(response: httpx.Response) -> dict[str, str]:
    """What of the input was refused: codes by fields."""
    assert response.status_code == 422
    return {each["field"]: each["code"] for each in response.json()["errors"]}


def check(app: Api, response: httpx.Response) -> None:
    """See to it that the document foretells the answer: its status, media type and shape."""
    assert response.headers["Request-Id"]
    assert response.headers["Cache-Control"] == "no-store"
    media_type = response.headers["Content-Type"]
    assert media_type == ("application/problem+json" if response.is_error else "application/json")
    if response.request.method == "HEAD":
        return
    operation = _operation(app, response.request)
    if operation is None or str(response.status_code) not in operation["responses"]:
        # What is no operation, and what is sent before there is one.
        assert response.is_error or response.request.url.path == "/openapi.json"
        assert operation is None or response.status_code == 401
        return
    content = operation["responses"][str(response.status_code)]["content"]
    name = content[media_type]["schema"]["$ref"].removeprefix("#/components/schemas/")
    (shape,) = (each for each in _below(Shape) if each.__name__ == name)
    shape.model_validate_json(response.content, strict=True)
    if response.is_error:
        assert response.json()["status"] == response.status_code


def _operation(app: Api, request: httpx.Request) -> Json | None:
    # A fixed path comes before one with a name in it, as among the routes; a predicate may hold
    # any character.
    for template, operations in sorted(app.openapi()["paths"].items()):
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
        pattern = pattern.replace("/predicates/[^/]+", "/predicates/.*")
        if re.fullmatch(pattern, request.url.path):
            found = cast("Json | None", operations.get(request.method.lower()))
            if found is not None:
                return found
    return None


def _below(shape: type[Shape]) -> list[type[Shape]]:
    return [each for child in shape.__subclasses__() for each in (child, *_below(child))]
