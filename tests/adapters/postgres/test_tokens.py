"""Tokens: what each brings, how far office reaches, and when it ends."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.errors import Conflict, Forbidden, Invalid, NotAuthenticated, NotFound
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.conftest import Caller, call_as, opening

OTHER = LedgerName("other")


def order(
    *ledgers: LedgerName, role: Role = Role.READER, kind: ActorKind = ActorKind.AGENT
) -> TokenOrder:
    return TokenOrder(name="made", kind=kind, role=role, ledgers=frozenset(ledgers))


@pytest.fixture
def some_admin(services: Services, admin: Caller, ledger_name: LedgerName) -> Caller:
    services.ledger.open(admin.grant, OTHER, opening())
    return call_as(
        services, role=Role.ADMIN, kind=ActorKind.HUMAN, ledgers=frozenset({ledger_name})
    )


def test_a_token_brings_the_actor_the_role_and_the_ledgers_it_was_made_with(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    made = services.tokens.create(admin.grant, order(ledger_name))
    grant = services.tokens.authenticate(made.secret)
    assert (grant.actor.name, grant.actor.kind) == ("made", ActorKind.AGENT)
    assert (grant.role, grant.ledgers) == (Role.READER, frozenset({ledger_name}))


def test_a_revoked_token_is_unknown_from_the_next_call_on(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    made = services.tokens.create(admin.grant, order(ledger_name))
    services.tokens.authenticate(made.secret)
    services.tokens.revoke(admin.grant, made.view.id)
    with pytest.raises(NotAuthenticated):
        services.tokens.authenticate(made.secret)


def test_a_token_is_unknown_once_it_has_expired(
    services: Services, admin: Caller, ledger_name: LedgerName
) -> None:
    now = datetime.now(UTC)
    late = replace(order(ledger_name), expires_at=now - timedelta(seconds=1))
    early = replace(order(ledger_name), expires_at=now + timedelta(hours=1))
    with pytest.raises(NotAuthenticated):
        services.tokens.authenticate(services.tokens.create(admin.grant, late).secret)
    services.tokens.authenticate(services.tokens.create(admin.grant, early).secret)


def test_an_admin_can_not_revoke_the_token_it_holds(services: Services, admin: Caller) -> None:
    with pytest.raises(Conflict):
        services.tokens.revoke(admin.grant, admin.grant.actor.token)
    services.tokens.authenticate(admin.secret)


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ADMIN])
@pytest.mark.parametrize("kind", [ActorKind.AGENT, ActorKind.SYSTEM])
def test_review_and_office_are_for_people(
    services: Services, admin: Caller, ledger_name: LedgerName, role: Role, kind: ActorKind
) -> None:
    with pytest.raises(Invalid) as caught:
        services.tokens.create(admin.grant, order(ledger_name, role=role, kind=kind))
    assert [each.field for each in caught.value.refusals] == ["kind"]


def test_a_ledger_that_is_not_there_can_not_be_granted(services: Services, admin: Caller) -> None:
    with pytest.raises(Invalid) as caught:
        services.tokens.create(admin.grant, order(LedgerName("nowhere")))
    assert [each.field for each in caught.value.refusals] == ["ledgers"]


def test_an_admin_of_some_ledgers_makes_tokens_for_these_alone(
    services: Services, some_admin: Caller, ledger_name: LedgerName
) -> None:
    services.tokens.create(some_admin.grant, order(ledger_name))
    answers: list[str] = []
    for beyond in (order(OTHER), order(LedgerName("nowhere"))):
        with pytest.raises(Invalid) as caught:
            services.tokens.create(some_admin.grant, beyond)
        answers.append(caught.value.detail)
    assert answers[0] == answers[1]
    every = TokenOrder(name="every", kind=ActorKind.HUMAN, role=Role.ADMIN, ledgers=None)
    with pytest.raises(Invalid):
        services.tokens.create(some_admin.grant, every)


def test_an_admin_of_some_ledgers_sees_and_revokes_tokens_of_these_alone(
    services: Services, admin: Caller, some_admin: Caller, ledger_name: LedgerName
) -> None:
    inside = services.tokens.create(admin.grant, order(ledger_name)).view.id
    outside = services.tokens.create(admin.grant, order(OTHER)).view.id
    seen = {each.id for each in services.tokens.page(some_admin.grant, after="", limit=100).rows}
    assert seen == {inside, some_admin.grant.actor.token}
    assert outside in {
        each.id for each in services.tokens.page(admin.grant, after="", limit=100).rows
    }
    for beyond in (outside, admin.grant.actor.token):
        with pytest.raises(NotFound):
            services.tokens.revoke(some_admin.grant, beyond)
    services.tokens.revoke(some_admin.grant, inside)


def test_an_admin_of_some_ledgers_opens_none(services: Services, some_admin: Caller) -> None:
    with pytest.raises(Forbidden):
        services.ledger.open(some_admin.grant, LedgerName("third"), opening())
