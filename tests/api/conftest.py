"""The application on a real database, and who calls it."""

import asyncio
from collections.abc import Generator

import pytest

from adapters.services import Services
from api.app import Api, create_app
from domain.grants import Role
from domain.words import ActorKind, LedgerName
from tests.api.client import Client
from tests.conftest import Caller, call_as, opening


@pytest.fixture
def app(services: Services) -> Api:
    return create_app(services)


@pytest.fixture
def nobody(app: Api) -> Generator[Client]:
    """A client without a token."""
    with asyncio.Runner() as runner:
        yield Client(app=app, runner=runner)


@pytest.fixture
def boss(nobody: Client, admin: Caller) -> Client:
    """An admin's client."""
    return nobody.bearing(admin)


@pytest.fixture
def client(nobody: Client, agent: Caller) -> Client:
    """An agent's client, of the ledger `main`."""
    return nobody.bearing(agent)


@pytest.fixture
def reader(nobody: Client, services: Services, ledger_name: LedgerName) -> Client:
    """The client of one who only reads the ledger `main`."""
    return nobody.bearing(
        call_as(services, role=Role.READER, kind=ActorKind.AGENT, ledgers=frozenset({ledger_name}))
    )


@pytest.fixture
def stranger(nobody: Client, services: Services, admin: Caller) -> Client:
    """The client of an agent of another ledger, `other`."""
    name = LedgerName("other")
    services.ledger.open(admin.grant, name, opening())
    return nobody.bearing(
        call_as(services, role=Role.AGENT, kind=ActorKind.AGENT, ledgers=frozenset({name}))
    )
