"""One application for a module, in which each test has a ledger of its own."""

import asyncio
from collections.abc import Generator
from itertools import count

import pytest

from adapters.postgres.embedded import Cluster
from adapters.services import Services, serving
from api.app import create_app
from domain.grants import Role
from domain.words import ActorKind
from tests.api.client import Client
from tests.cases.story import House, Story
from tests.conftest import call_as
from tests.database import Database, cloned


@pytest.fixture(scope="module")
def shared_database(cluster: Cluster, service_password: str) -> Generator[Database]:
    with cloned(cluster, service_password) as database:
        yield database


@pytest.fixture(scope="module")
def shared_services(shared_database: Database) -> Generator[Services]:
    with serving(shared_database.app_url, connections=4) as parts:
        yield parts


@pytest.fixture(scope="module")
def house(shared_services: Services) -> Generator[House]:
    admin = call_as(shared_services, role=Role.ADMIN, kind=ActorKind.HUMAN, ledgers=None)
    with asyncio.Runner() as runner:
        nobody = Client(app=create_app(shared_services), runner=runner)
        names = (f"ledger-{number}" for number in count())
        yield House(services=shared_services, admin=admin, nobody=nobody, names=names)


@pytest.fixture
def blank(house: House) -> Story:
    """A ledger in which nothing is declared."""
    return house.open()


@pytest.fixture
def story(blank: Story) -> Story:
    """A ledger in which one employs, at any one time."""
    blank.declares()
    return blank
