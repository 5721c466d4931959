"""Tokens: made, listed, revoked, and turned into the grant that everything below the faces checks.

A secret is shown once. What is stored is its SHA-256: it has 256 random bits, so there is nothing
to guess and no need of a slow hash.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple

from psycopg.rows import class_row

from adapters.errors import Conflict, Invalid, NotAuthenticated, NotFound
from adapters.postgres.auditors import create_auditor, drop_auditor
from adapters.postgres.ledger import require_right
from adapters.postgres.pool import Pool, scoped
from adapters.postgres.questions import asked_alone, insisting, read
from adapters.postgres.statements import statement
from adapters.postgres.views import Page
from domain.grants import Grant, Right, Role, misfit, reaches
from domain.refusals import Refusal
from domain.words import Actor, ActorKind, LedgerName, TokenId

PREFIX: Final = "fl_"
_SECRET_BYTES: Final = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenOrder:
    """A token to be made; `ledgers` None grants every ledger, those to come included."""

    name: str
    kind: ActorKind
    role: Role
    ledgers: frozenset[LedgerName] | None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenView:
    """A token without its secret; `login` is the Postgres login of an auditor."""

    id: TokenId
    name: str
    kind: ActorKind
    role: Role
    ledgers: tuple[LedgerName, ...] | None
    login: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class NewToken:
    """A token just made: the only time its secret and its login's password are seen."""

    view: TokenView
    secret: str
    password: str | None


class _TokenRow(NamedTuple):
    id: str
    name: str
    kind: str
    role: str
    every_ledger: bool
    ledgers: list[str]
    login: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None

    def view(self) -> TokenView:
        granted = tuple(LedgerName(each) for each in self.ledgers)
        return TokenView(
            id=TokenId(self.id),
            name=self.name,
            kind=ActorKind(self.kind),
            role=Role(self.role),
            ledgers=None if self.every_ledger else granted,
            login=self.login,
            created_at=self.created_at,
            expires_at=self.expires_at,
            revoked_at=self.revoked_at,
        )


class _GrantRow(NamedTuple):
    id: str
    name: str
    kind: str
    role: str
    every_ledger: bool
    ledgers: list[str]


class _NameRow(NamedTuple):
    ledger: str


class Tokens:
    """The tokens of one database; safe to use from any thread."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def authenticate(self, secret: str) -> Grant:
        """The grant of the token with this secret, as it stands now; raises NotAuthenticated."""
        # Asked at every call: by itself it needs no snapshot, and tokens are in no ledger's scope.
        asked = {"digest": _digest(secret)}
        rows = insisting(
            self._pool, lambda pool: asked_alone(pool, "authenticate", asked, _GrantRow)
        )
        if not rows:
            raise NotAuthenticated("this token is unknown, expired or revoked")
        (row,) = rows
        granted = frozenset(LedgerName(each) for each in row.ledgers)
        return Grant(
            actor=Actor(token=TokenId(row.id), name=row.name, kind=ActorKind(row.kind)),
            role=Role(row.role),
            ledgers=None if row.every_ledger else granted,
        )

    def create(self, grant: Grant, order: TokenOrder) -> NewToken:
        """Make a token; raises Forbidden, and Invalid where role, kind and ledgers do not fit."""
        require_right(grant, Right.ADMINISTER)
        if not reaches(grant, order.ledgers):
            raise Invalid(_unfit_ledgers("name ledgers that this token is granted"))
        return self.begin(order)

    def begin(self, order: TokenOrder) -> NewToken:
        """Make a token on nobody's behalf: the first ones, before there is anybody to ask."""
        self._refuse_misfit(order)
        identity = TokenId(f"t{secrets.token_hex(6)}")
        secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
        ledgers = sorted(order.ledgers or ())
        login = f"factledger_audit_{identity}" if order.role is Role.AUDITOR else None
        password = None if login is None else secrets.token_urlsafe(_SECRET_BYTES)
        with scoped(self._pool, *ledgers) as connection:
            if login is not None and password is not None:
                create_auditor(
                    connection,
                    login=login,
                    password=password,
                    ledgers=ledgers,
                    expires_at=order.expires_at,
                )
            cursor = connection.cursor(row_factory=class_row(_TokenRow)).execute(
                statement("create_token"),
                {
                    "id": identity,
                    "name": order.name,
                    "kind": order.kind.value,
                    "role": order.role.value,
                    "digest": _digest(secret),
                    "every_ledger": order.ledgers is None,
                    "ledgers": ledgers,
                    "login": login,
                    "expires_at": order.expires_at,
                },
            )
            (row,) = cursor.fetchall()
        return NewToken(view=row.view(), secret=secret, password=password)

    def page(self, grant: Grant, *, after: str, limit: int) -> Page[TokenView]:
        """Tokens within the grant in the order of their ids, revoked and expired ones included."""
        require_right(grant, Right.ADMINISTER)
        rows = read(
            self._pool,
            (),
            lambda snapshot: snapshot.ask(
                "list_tokens", {"after": after, "limit": limit + 1, **_within(grant)}, _TokenRow
            ),
        ).fetchall()
        more = len(rows) > limit
        return Page(
            rows=tuple(row.view() for row in rows[:limit]),
            next=rows[limit - 1].id if more else None,
        )

    def revoke(self, grant: Grant, token: TokenId) -> TokenView:
        """Revoke a token from its next call on; raises NotFound, Conflict for the caller's own."""
        require_right(grant, Right.ADMINISTER)
        if token == grant.actor.token:
            raise Conflict("a token can't revoke itself: use another admin token")
        with scoped(self._pool) as connection:
            cursor = connection.cursor(row_factory=class_row(_TokenRow)).execute(
                statement("revoke_token"), {"id": token, **_within(grant)}
            )
            rows = cursor.fetchall()
            if not rows:
                raise NotFound("there is no such token")
            view = rows[0].view()
            if view.login is not None:
                drop_auditor(connection, view.login)
        return view

    def count_refusal(self, grant: Grant) -> None:
        """Count a call that was refused to this token."""
        with scoped(self._pool) as connection:
            connection.execute(statement("count_refusal"), {"id": grant.actor.token})

    def _refuse_misfit(self, order: TokenOrder) -> None:
        fault = misfit(role=order.role, kind=order.kind)
        if fault is not None:
            raise Invalid(Refusal(code="misfit", field="kind", detail=fault))
        if order.ledgers is None:
            if order.role is not Role.ADMIN:
                raise Invalid(_unfit_ledgers("only an admin token is granted every ledger"))
            return
        ledgers = sorted(order.ledgers)
        known = read(
            self._pool,
            ledgers,
            lambda snapshot: snapshot.ask("known_ledgers", {"ledgers": ledgers}, _NameRow),
        ).fetchall()
        unknown = order.ledgers - {LedgerName(each.ledger) for each in known}
        if unknown or not order.ledgers:
            raise Invalid(_unfit_ledgers("name ledgers that exist, one at least"))


def _within(grant: Grant) -> dict[str, object]:
    return {
        "reaches_every": grant.ledgers is None,
        "reached": [] if grant.ledgers is None else sorted(grant.ledgers),
    }


def _unfit_ledgers(detail: str) -> Refusal:
    return Refusal(code="unfit", field="ledgers", detail=detail)


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
