"""What is taken as a token to be made, and what is refused."""

from datetime import UTC, datetime

import pytest

from adapters.postgres.tokens import TokenOrder
from adapters.wire.tokens import token_order
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.adapters.wire.refusing import refused

TOKEN: dict[str, object] = {
    "name": "bot",
    "kind": "agent",
    "role": "agent",
    "ledgers": ["main"],
}


def test_a_token_is_ordered() -> None:
    doc = {**TOKEN, "ledgers": ["main", "acme"], "expires": "2030-01-01T00:00:00Z"}
    assert token_order(doc) == TokenOrder(
        name="bot",
        kind=ActorKind.AGENT,
        role=Role.AGENT,
        ledgers=frozenset({LedgerName("main"), LedgerName("acme")}),
        expires_at=datetime(2030, 1, 1, tzinfo=UTC),
    )


def test_only_an_admin_token_may_leave_its_ledgers_out() -> None:
    admin = token_order({"name": "root", "kind": "human", "role": "admin"})
    assert isinstance(admin, TokenOrder)
    assert admin.ledgers is None
    for role in set(Role) - {Role.ADMIN}:
        doc = {"name": "someone", "kind": "human", "role": role.value}
        assert refused(token_order(doc)) == {"ledgers": "required"}


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"name": "n" * 201}, "name", "too_long"),
        ({"kind": "robot"}, "kind", "unknown_word"),
        ({"role": "root"}, "role", "unknown_word"),
        ({"role": ["admin"]}, "role", "unknown_word"),
        ({"ledgers": []}, "ledgers", "empty"),
        ({"ledgers": "main"}, "ledgers", "wrong_type"),
        ({"ledgers": ["*"]}, "ledgers[0]", "not_a_name"),
        ({"ledgers": ["main", "main"]}, "ledgers[1]", "twice"),
        ({"ledgers": [None]}, "ledgers[0]", "not_a_name"),
        ({"expires": "never"}, "expires", "not_an_instant"),
        ({"ledger": "main"}, "ledger", "unknown_field"),
    ],
)
def test_a_faulty_order_is_refused(change: dict[str, object], field: str, code: str) -> None:
    assert refused(token_order({**TOKEN, **change})) == {field: code}
