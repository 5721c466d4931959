"""One server for the whole run, a database for each test, and real tokens to come in with."""

import signal
from collections.abc import Generator
from dataclasses import dataclass

import pytest

from adapters.postgres.embedded import Cluster
from adapters.postgres.tokens import TokenOrder
from adapters.services import Services, serving
from domain.commands import OpenLedger
from domain.grants import Grant, Role
from domain.identity import IdentityMode
from domain.words import ActorKind, LedgerName
from tests.database import Database, cloned, make_template
from tests.postgres import cluster_for_tests
from tests.standby import Standby, standby_of


def pytest_configure() -> None:
    """Have the programs that tests start hear every signal, however the tests were started.

    What a shell runs in the background ignores Ctrl-C, and behind nohup the terminal's end. That
    is inherited; a handler, even one that does nothing, is not.
    """
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Caller:
    """A token as its bearer has it, and the grant it stands for."""

    secret: str
    grant: Grant


def call_as(
    services: Services, *, role: Role, kind: ActorKind, ledgers: frozenset[LedgerName] | None
) -> Caller:
    """A caller with a new token of this role, kind and these ledgers."""
    order = TokenOrder(name=f"{role} of tests", kind=kind, role=role, ledgers=ledgers)
    secret = services.tokens.begin(order).secret
    return Caller(secret=secret, grant=services.tokens.authenticate(secret))


@pytest.fixture(scope="session")
def cluster() -> Generator[Cluster]:
    with cluster_for_tests() as running:
        yield running


@pytest.fixture(scope="module")
def standby(cluster: Cluster) -> Generator[Standby]:
    """A hot standby of the server that a module's tests are on."""
    with standby_of(cluster) as standby:
        yield standby


@pytest.fixture(scope="session")
def service_password(cluster: Cluster) -> str:
    return make_template(cluster)


@pytest.fixture
def database(cluster: Cluster, service_password: str) -> Generator[Database]:
    with cloned(cluster, service_password) as database:
        yield database


@pytest.fixture
def services(database: Database) -> Generator[Services]:
    with serving(database.app_url, connections=12) as parts:
        yield parts


@pytest.fixture
def admin(services: Services) -> Caller:
    return call_as(services, role=Role.ADMIN, kind=ActorKind.HUMAN, ledgers=None)


@pytest.fixture
def ledger_name(services: Services, admin: Caller) -> LedgerName:
    name = LedgerName("main")
    services.ledger.open(admin.grant, name, opening())
    return name


@pytest.fixture
def agent(services: Services, ledger_name: LedgerName) -> Caller:
    return call_as(
        services, role=Role.AGENT, kind=ActorKind.AGENT, ledgers=frozenset({ledger_name})
    )


def opening(*, identity: IdentityMode = IdentityMode.FOLDED) -> OpenLedger:
    """The command that opens a ledger as most are opened."""
    return OpenLedger(time_zone="UTC", identity=identity, flip_back_hours=24)
