"""Tokens, with their secret when they are made and never again."""

from typing import Annotated, ClassVar

from pydantic import Field
from pydantic.config import JsonDict

from api.models.shapes import AT, Cursor, Instant, LedgerName, Shape
from domain.grants import Role
from domain.words import ActorKind

_TOKEN: JsonDict = {
    "id": "t9c1d2e3f4a5b",
    "name": "crm bot",
    "kind": "agent",
    "role": "agent",
    "ledgers": ["acme"],
    "login": None,
    "created_at": AT,
    "expires_at": None,
    "revoked_at": None,
}


class TokenAnswer(Shape):
    """A token without its secret; `ledgers` null reaches every ledger."""

    example: ClassVar[JsonDict] = _TOKEN

    id: str
    name: str
    kind: ActorKind
    role: Role
    ledgers: list[LedgerName] | None
    login: Annotated[str | None, Field(description="The Postgres login of an auditor.")]
    created_at: Instant
    expires_at: Instant | None
    revoked_at: Instant | None


class NewTokenAnswer(TokenAnswer):
    """A token just made: the only time that its secrets are shown."""

    example: ClassVar[JsonDict] = {**_TOKEN, "token": "fl_...", "password": None}

    token: str
    password: Annotated[str | None, Field(description="The password of an auditor's login.")]


class TokensAnswer(Shape):
    """A page of tokens, revoked and expired ones included."""

    example: ClassVar[JsonDict] = {"tokens": [_TOKEN], "next": None, "as_of": None}

    tokens: list[TokenAnswer]
    next: Cursor
    as_of: None
